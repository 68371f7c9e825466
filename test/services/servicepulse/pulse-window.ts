import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Locator, type Page, type Response } from 'playwright-core';

const switches = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The five calls that every page repeats, and the pause between two of them in ms. */
const polls = [
  'errors?status=unresolved',
  'endpoints',
  'endpointssettings',
  'customchecks?status=fail',
  'monitored-endpoints/disconnected',
] as const;
const pollMs = 5000;

/** ServicePulse's own defect when its sequence diagram is left, whatever the server. */
const tolerated = /reading 'offsetWidth'/;

/** A browser with a profile of its own. */
export class Browser {
  private constructor(
    private readonly context: BrowserContext,
    private readonly profile: string,
  ) {}

  static async start(program: string): Promise<Browser> {
    const profile = await mkdtemp(join(tmpdir(), 'servicepulse-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: program,
      args: switches,
      viewport: { width: 1600, height: 1000 },
      acceptDownloads: true,
    });
    // ServicePulse asks a public host for newer versions; nothing leaves this machine.
    await context.route(/^https?:\/\/(?!127\.0\.0\.1[:/])/, (route) =>
      route.fulfill({ json: [{ tag: '2.10.2', release: 'https://example.com/' }] }),
    );
    return new Browser(context, profile);
  }

  /** A new window for a ServicePulse at this origin. */
  async open(site: string): Promise<PulseWindow> {
    const page = await this.context.newPage();
    page.setDefaultTimeout(15_000);
    // So that polls need not be waited for.
    await page.clock.install();
    return new PulseWindow(page, site);
  }

  async stop(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true });
  }
}

/** One ServicePulse window, and everything in it that went wrong. */
export class PulseWindow {
  /** Console errors, exceptions, requests without answer, and answers of 400 and more. */
  readonly faults: string[] = [];
  private pictures = 0;

  constructor(
    readonly page: Page,
    private readonly site: string,
  ) {
    const note = (fault: string): void => {
      if (!tolerated.test(fault)) this.faults.push(fault);
    };
    page.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => {
      note(`exception: ${error.message}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // The browser's own doing when a page is left.
      if (reason !== 'net::ERR_ABORTED') note(`${request.method()} ${request.url()}: ${reason}`);
    });
    page.on('response', (response) => {
      if (response.status() < 400) return;
      note(`${response.request().method()} ${response.url()}: ${String(response.status())}`);
    });
  }

  /** Loads ServicePulse anew at one of its pages, which is what stands behind `#`. */
  async open(route: string): Promise<void> {
    await this.page.goto('about:blank');
    await this.load(startOf(route));
    if (startOf(route) === route) return;
    await this.shows('System status');
    await this.go(route);
  }

  /** Loads ServicePulse by everything that stands behind its origin. */
  async load(route: string, query = ''): Promise<void> {
    await this.page.goto(`${this.site}/${query}#${route}`);
  }

  /** Follows a link within ServicePulse. */
  async go(route: string): Promise<void> {
    await this.page.evaluate((hash) => {
      (globalThis as unknown as { location: { hash: string } }).location.hash = hash;
    }, route);
  }

  /** Waits for all these texts to be seen; says what is seen in their place. */
  async shows(...texts: readonly (string | RegExp)[]): Promise<void> {
    for (const text of texts) {
      await this.text(text)
        .waitFor()
        .catch(async () => {
          await this.picture('missing');
          throw new Error(`${this.page.url()} does not show ${String(text)}, but:\n${await this.seen()}`);
        });
    }
  }

  /** Everything that can be read. */
  seen(): Promise<string> {
    return this.page.locator('body').innerText();
  }

  /** The first thing to be seen that says so. */
  text(text: string | RegExp): Locator {
    return this.page.getByText(text).filter({ visible: true }).first();
  }

  /** Presses the button of this name that can be seen. */
  async press(name: string | RegExp, within: Locator | Page = this.page): Promise<void> {
    await within.getByRole('button', { name }).filter({ visible: true }).first().click();
  }

  /** The number that the menu shows beside this word; 0 when it shows none. */
  async badge(word: string): Promise<number> {
    const shown = await this.page
      .getByRole('link', { name: new RegExp(`^${word}`) })
      .first()
      .innerText();
    return Number(/\d+$/.exec(shown.trim())?.[0] ?? 0);
  }

  /** The next answer to a request whose path and query, below the base address, begin so; its body holds the text. */
  answer(method: string, target: string, holding = ''): Promise<Response> {
    return this.page.waitForResponse(
      async (response) =>
        response.request().method() === method &&
        below(response.url()).startsWith(target) &&
        (holding === '' || (await response.text()).includes(holding)),
    );
  }

  /** Moves the window's clock to the next round of polls; fails when one of them has stopped. */
  async nextPolls(): Promise<readonly number[]> {
    const answers = polls.map((poll) => this.answer('GET', poll));
    await this.page.clock.fastForward(pollMs + 100);
    return (await Promise.all(answers)).map((answer) => answer.status());
  }

  /** Keeps a picture in the folder that SERVICEPULSE_PICTURES names; nothing without one. */
  async picture(name: string): Promise<void> {
    const folder = process.env['SERVICEPULSE_PICTURES'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    this.pictures += 1;
    await this.page.screenshot({ path: join(folder, `${name.replace(/\W+/g, '-')}-${String(this.pictures)}.png`) });
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}

/** ServicePulse leaves a tab of the configuration for the connections while its first answers are under way. */
function startOf(route: string): string {
  return /^\/(configuration|usage\/setup)\//.test(route) ? '/dashboard' : route;
}

/** What stands behind either base address, as ServicePulse wrote it. */
function below(url: string): string {
  const { pathname, search } = new URL(url);
  return decodeURI(`${pathname}${search}`.replace(/^\/(api|monitoring-api|monitoring)\//, ''));
}
