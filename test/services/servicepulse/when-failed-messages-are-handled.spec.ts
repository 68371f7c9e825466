import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { browserJourney } from './browser-journey.js';
import { startPulse, type Pulse } from './pulse.js';
import type { PulseWindow } from './pulse-window.js';
import { addressGroup, regions, timeoutGroupId, type Region, type Shop } from './shop-of-today.js';

browserJourney('when failed messages are handled in ServicePulse behind its reverse proxy', (found) => {
  let pulse: Pulse;
  let shop: Shop;
  let window: PulseWindow;

  beforeAll(async () => {
    pulse = await startPulse(found, 'proxy');
    shop = pulse.shop;
  });

  afterAll(() => pulse.stop());

  beforeEach(async () => {
    for (const { primary } of shop.all) primary.clearRequests();
    window = await pulse.window();
  });

  afterEach(() => window.close());

  it('lists every message of all installations once, page by page', async () => {
    await window.open('/failed-messages/all-failed-messages');
    await window.shows('Shop.SendInvoice');
    const first = await listedIds();
    await Promise.all([window.answer('GET', 'errors?status=unresolved&page=2'), window.text(/^2$/).click()]);
    await window.page.locator(`[id="checkbox${first[0] ?? ''}"]`).waitFor({ state: 'detached' });
    const second = await listedIds();
    await window.picture('second page');

    const held = shop.all.flatMap(({ primary }) => primary.messages()).filter(({ status }) => status === 'unresolved');
    expect([...first, ...second].sort()).toEqual(held.map(({ uniqueId }) => uniqueId).sort());
    expect(window.faults).toEqual([]);
  });

  it.each(regions)('shows body and headers of a message of %s', async (region) => {
    await window.open(`/failed-messages/group/${timeoutGroupId}`);
    const row = window.page.locator('.failed-message').filter({ has: window.page.locator(checkboxOf(region)) });
    await row.getByText('Shop.PlaceOrder').click();
    await window.shows('Shop.PlaceOrderHandler', 'Retry message');

    await window.text('Headers').click();
    await window.shows('NServiceBus.Metric.InstanceId', `sales-${region}`);
    await window.text('Message body').click();
    await window.shows(`"${region}"`);
    await window.picture(`body of ${region}`);

    expect(window.page.url()).toContain(`#/messages/${shop.failed[region]}`);
    expect(window.faults).toEqual([]);
  });

  it('retries one message at its owner and sees that it was processed', async () => {
    await window.open(`/messages/${shop.failed.us}`);
    await window.press('Retry message');
    await window.press('Yes');
    await window.shows('Requesting retry...');
    await window.answer('GET', 'errors/last/', '"status":"retryIssued"');
    shop.members.us.primary.endpointProcesses(shop.failed.us, 'success');
    await window.shows('Processed');
    await window.picture('processed');

    expect(regions.map((region) => shop.commandsAt(region))).toEqual([[], ['POST /api/errors/retry'], []]);
    expect(window.faults).toEqual([]);
  });

  it('edits a message and retries it at its owner', async () => {
    await window.open(`/messages/${shop.failed.ap}`);
    await window.press('Edit & retry');
    const dialog = window.page.getByRole('dialog', { name: 'edit and retry message' });
    await dialog.getByText('Message body').click();
    const editor = dialog.locator('.cm-content');
    await editor.getByText('"ap"').waitFor();
    await editor.fill('{"placed in":"ap","by":"hand"}');
    await window.press('Retry', dialog);
    await window.picture('edited');
    const [answer] = await Promise.all([window.answer('POST', 'edit/'), window.press('Yes')]);

    expect([answer.status(), answer.request().postDataJSON()]).toEqual([
      202,
      expect.objectContaining({ message_body: '{"placed in":"ap","by":"hand"}' }),
    ]);
    expect(regions.map((region) => shop.commandsAt(region))).toEqual([[], [], [`POST /api/edit/${shop.failed.ap}`]]);
    expect(window.faults).toEqual([]);
  });

  it('deletes a group at both of its holders and watches it until it is finished', async () => {
    await window.open('/failed-messages/failed-message-groups');
    const row = window.page.locator('.box').filter({ hasText: addressGroup });
    await row.getByText('8 messages').waitFor();
    await row.getByText('Delete group').click();
    await window.press('Yes');
    await row.getByText('Delete request in progress...').waitFor();
    await window.picture('in progress');
    await row.getByText('Messages deleted: 8').waitFor();
    await window.picture('finished');
    await Promise.all([window.answer('DELETE', 'recoverability/unacknowledgedgroups/'), window.press('Dismiss', row)]);
    await row.waitFor({ state: 'detached' });

    const archived = regions.map((region) => shop.commandsAt(region).filter((command) => command.endsWith('archive')));
    expect(archived.map(({ length }) => length)).toEqual([1, 1, 0]);
    expect(shop.all.flatMap(({ primary }) => primary.groups()).filter(({ title }) => title === addressGroup)).toEqual(
      [],
    );
    expect(window.faults).toEqual([]);
  });

  it('restores a deleted message at its owner', async () => {
    const [deleted] = shop.members.eu.primary
      .messages()
      .filter(({ facts }) => facts.messageType === 'Shop.CancelOrder');
    if (deleted === undefined) throw new Error('the shop has deleted messages');
    await window.open('/failed-messages/all-deleted-messages');
    const box = window.page.locator(`[id="checkbox${deleted.uniqueId}"]`);
    await box.click();
    await window.press(/Restore 1 selected/);
    await window.press('Yes');
    await box.waitFor({ state: 'detached' });

    expect(regions.map((region) => shop.commandsAt(region))).toEqual([['PATCH /api/errors/unarchive'], [], []]);
    expect(deleted.status).toBe('unresolved');
    expect(window.faults).toEqual([]);
  });

  function listedIds(): Promise<readonly string[]> {
    return window.page
      .locator('.failed-message input.checkbox')
      .evaluateAll((boxes) =>
        boxes.map((box) => (box as unknown as { readonly id: string }).id.replace('checkbox', '')),
      );
  }

  const checkboxOf = (region: Region): string => `[id="checkbox${shop.failed[region]}"]`;
});
