import { commandWithoutOwner, restWithoutOne, wholeAgain, wholeOrNothing } from './absence-steps.js';
import { Asking } from './asking.js';
import { batchGoesToOwners, groupGoesToHolders } from './command-steps.js';
import type { Demo } from './demo.js';
import { allPages, membersAreUp, mergedGroup, messageBody, onePage } from './list-steps.js';
import type { Step } from './step.js';

/** The main job on stateful fakes, step by step; later steps find what earlier ones left. */
export function tour(demo: Demo): readonly Step[] {
  const gateway = new Asking(demo.gateway.url);
  const [eu, us, ap] = [demo.member('eu'), demo.member('us'), demo.member('ap')];
  return [
    membersAreUp(demo, gateway),
    onePage(demo, gateway),
    allPages(demo, gateway),
    batchGoesToOwners(demo, gateway, {
      method: 'PATCH',
      target: 'errors/archive',
      ids: { eu: eu.ids.slice(0, 2), us: us.ids.slice(0, 2) },
      status: 'archived',
    }),
    batchGoesToOwners(demo, gateway, {
      method: 'POST',
      target: 'errors/retry',
      ids: { us: us.ids.slice(2, 4), ap: ap.ids.slice(0, 2) },
      status: 'retryIssued',
    }),
    mergedGroup(demo, gateway),
    groupGoesToHolders(demo, gateway),
    messageBody(us, gateway),
    restWithoutOne(demo, gateway, ap),
    wholeOrNothing(gateway, ap),
    commandWithoutOwner(gateway, ap),
    wholeAgain(demo, gateway, ap),
  ];
}
