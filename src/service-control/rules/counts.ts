import { sumDocuments } from '../../aggregation/merge/sum.js';
import type { SumRule } from '../../aggregation/sum-rule.js';

/** `HEAD errors` and `HEAD recoverability/groups/{groupId}/errors`: the totals of all members. */
export const totalCount: SumRule = { words: 'Total-Count' };

/** `errors/summary`: counts per name under `Endpoints`, `Hosts` and `Message types` (contract 6.6). */
export const countsByName: SumRule = { words: 'counts per name', sumDocuments };

/** `heartbeats/stats`: active and failing endpoint instances. */
export const heartbeatStats: SumRule = { words: 'active and failing', sumDocuments };
