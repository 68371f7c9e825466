/**
 * Every general strategy, for the route tables.
 *
 * | letter | class | meaning |
 * |---|---|---|
 * | U | Union | rows of all members, doubles by key left out |
 * | S | Sum | numbers of all members added |
 * | K | MergeByKey, MergeDocuments | rows of one key, or one document per member, combined field by field |
 * | P | SortedPage | one exact page of a list that all members sort alike |
 * | W | TopWindow | the first N of lists without page numbers |
 * | F | FirstHit | the members that have one record answer |
 * | R | RouteToOwner, OwnedBody | only the members that hold the record are asked |
 * | B | Broadcast | every member gets the command |
 * | L | Lead | the lead member answers |
 *
 * Answers that the gateway builds itself (letter X) have a strategy each: AllowedMethods, License and MyRoutes, which both
 * surfaces have, and those in a surface's `synthesised/` folder.
 */
export { AllowedMethods } from './aggregation/allowed-methods.strategy.js';
export { License } from './aggregation/license.strategy.js';
export { MergeByKey } from './aggregation/merge-by-key.strategy.js';
export { MergeDocuments } from './aggregation/merge-documents.strategy.js';
export { MyRoutes } from './aggregation/my-routes.strategy.js';
export { SortedPage } from './aggregation/sorted-page.strategy.js';
export { Sum } from './aggregation/sum.strategy.js';
export { TopWindow } from './aggregation/top-window.strategy.js';
export { Union } from './aggregation/union.strategy.js';
export { Broadcast } from './fan-out/broadcast.strategy.js';
export { Lead } from './fan-out/lead.strategy.js';
export { FirstHit } from './routing/first-hit.strategy.js';
export { OwnedBody } from './routing/owned-body.strategy.js';
export { RouteToOwner } from './routing/route-to-owner.strategy.js';
