import { anyTrue, first, firstNonEmpty, sum, type FieldRule } from '../../aggregation/merge/field-rules.js';
import { fieldByField, mergeByKey, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';
import { joinRows } from '../../json-text/write.js';

/** What a member says of an endpoint nobody has decided on, when it knows it (licensing contract 3.1). */
const undecided = 'NServiceBusEndpoint';

/** Throughput per month, added up month by month in order of first appearance. */
const monthByMonth: FieldRule = (field, rows) => {
  const lists = rows.flatMap(({ memberKey, row }) => {
    const months = row.array(field);
    return months === undefined ? [] : [{ memberKey, rows: months }];
  });
  if (lists.length < 2) return first(field, rows);
  const months: KeyedRows = { key: (row) => row.text('month'), combine: fieldByField({ throughput: sum }) };
  return joinRows(mergeByKey(lists, months).rows);
};

/** What a user chose on any member, disputed when choices differ; else what the first member says. */
const chosenIndicator: FieldRule = (field, rows) => {
  const chosen = rows.filter(({ row }) => !['', undecided].includes(row.text(field) ?? ''));
  const value = firstNonEmpty(field, chosen.length === 0 ? rows : chosen);
  const choices = new Set(chosen.map(({ row }) => row.text(field)));
  return choices.size > 1 && Buffer.isBuffer(value) ? { chosen: value } : value;
};

/**
 * Endpoints and their usage, by name and scope (decision 41). Daily maxima are added, which over-estimates: members show
 * no daily series. Hashes are texts to compare and stay as they are.
 */
export const licensingEndpoints: KeyedRows = {
  key: (row) => {
    const name = row.text('name');
    return name === undefined ? undefined : JSON.stringify([name, row.text('scope') ?? null]);
  },
  combine: fieldByField({
    name_hash: first,
    scope_hash: first,
    is_known_endpoint: anyTrue,
    user_indicator: chosenIndicator,
    max_daily_throughput: sum,
    max_monthly_throughput: sum,
    monthly_throughput: monthByMonth,
    average_monthly_throughput: sum,
  }),
};
