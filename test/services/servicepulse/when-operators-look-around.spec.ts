import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { fromBuffer } from 'yauzl';
import { browserJourney } from './browser-journey.js';
import { startPulse, type Pulse } from './pulse.js';
import type { PulseWindow } from './pulse-window.js';
import { regions, type Shop } from './shop-of-today.js';

browserJourney('when operators look around in ServicePulse behind its reverse proxy', (found) => {
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

  it('sees one graph of an endpoint that reports to two installations', async () => {
    await window.open('/monitoring');
    await window.page.getByRole('row', { name: 'Billing' }).getByRole('link', { name: 'details-link' }).click();
    await window.shows('4 MSGS/S AVG');
    await window.text(/^Instances/).click();
    await window.shows('billing-eu', 'billing-us');
    await window.picture('billing');

    const line = window.page.getByRole('gridcell', { name: 'workload-data' }).locator('path').first();
    expect(await line.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+ L/);
    expect(window.faults).toEqual([]);
  });

  it('mutes a custom check where it was reported', async () => {
    await window.open('/custom-checks');
    const row = window.page.getByRole('row', { name: 'custom-check-failed-row' }).filter({ hasText: 'The disk of us' });
    await Promise.all([
      window.answer('DELETE', 'customchecks/'),
      row.getByRole('button', { name: 'custom-check-dismiss' }).click(),
    ]);
    shop.members.us.primary.settle();
    await window.nextPolls();
    await window.shows('The disk of eu is full', 'The disk of ap is full');

    expect(await row.count()).toBe(0);
    expect(regions.map((region) => shop.commandsAt(region).length)).toEqual([0, 1, 0]);
    expect(window.faults).toEqual([]);
  });

  it('downloads the usage reports of all installations as one file', async () => {
    await window.open('/usage/queues/known');
    await window.press('Download Report');
    const [download] = await Promise.all([window.page.waitForEvent('download'), window.press('Yes')]);
    await window.shows('Report Downloaded');

    expect(await namesIn(await readFile(await download.path()))).toHaveLength(3);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    expect(window.faults).toEqual([]);
  });

  it('finds an order by a word in it and follows it over three installations', async () => {
    await window.open('/messages');
    await window.page.getByPlaceholder('Search messages...').fill('order-billed');
    await window.shows(/of 2 result/);
    await window.text('order-billed').click();
    await window.shows('Shop.SendInvoice', '"invoice for"');
    await window.text('Flow Diagram').click();
    await window.shows('Sales@SRV2', 'Billing@SRV2', 'Shipping@SRV2');
    await window.picture('flow');
    await window.text('Sequence Diagram').click();
    await window.shows('SendInvoice', 'BookParcel');
    await window.picture('sequence');
    await window.text('Saga Diagram').click();
    await window.shows('OrderSaga', /Initial Saga State/i, /"ap"/);
    await window.picture('saga');

    expect(window.faults).toEqual([]);
  });

  it('stops the alerts of one instance where it reports', async () => {
    await window.open('/heartbeats/instances/Only.ap');
    await Promise.all([window.answer('PATCH', 'endpoints/'), window.page.getByRole('switch').click()]);
    await window.page.getByRole('switch', { checked: true }).waitFor();

    expect(regions.map((region) => shop.commandsAt(region).length)).toEqual([0, 0, 1]);
    expect(window.faults).toEqual([]);
  });

  it('tests both connections', async () => {
    await window.open('/configuration/connections');
    await window.press('Test');
    await window.shows('Connection successful');
    await window.page.getByRole('button', { name: 'Test' }).nth(1).click();
    await window.page.getByText('Connection successful').nth(1).waitFor();

    expect(window.faults).toEqual([]);
  });
});

/** Names of the files in a zip file. */
async function namesIn(zip: Buffer): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, (fault, file) => {
      if (fault !== null) {
        reject(fault);
        return;
      }
      const names: string[] = [];
      file.on('entry', (entry: { readonly fileName: string }) => names.push(entry.fileName));
      file.once('end', () => {
        resolve(names);
      });
      file.once('error', reject);
    });
  });
}
