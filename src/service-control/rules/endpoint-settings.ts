import { firstRow, type KeyedRows } from '../../aggregation/merge/merge-by-key.js';

/** Settings by endpoint name, the lead's where members differ. */
export const endpointSettings: KeyedRows = {
  key: (row) => row.text('name'),
  combine: firstRow,
  /** ServicePulse stops polling without a row named "" (decision 33a); members always send one, tracking instances at first. */
  always: { key: '', bytes: Buffer.from('{"name":"","track_instances":true}') },
};
