import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, type TestContext } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Where a browser of Chromium's kind is on this machine; `null` where there is none. */
function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return found.find((path) => existsSync(path)) ?? null;
}

/** What a page tried besides showing itself: each is a line; empty where all is well. */
export interface Opened {
  readonly page: Page;
  readonly misdeeds: string[];
}

/** A context of its own for a page, with how it looks and `hash`, what its address ends in. */
type Options = BrowserContextOptions & { readonly hash?: string };

/**
 * To be called once by a file of tests: what opens pages in a browser that all its tests share. Where there is none the
 * test is skipped, and says so.
 */
export function browserForTests() {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());

  /** Writes a page to disk, in a folder that goes away with the test, and opens it there. */
  return async (context: TestContext, html: string, { hash = '', ...options }: Options = {}): Promise<Opened> => {
    const executablePath = findBrowser();
    if (executablePath === null) {
      return context.skip(`no browser: none of ${NAMES.join(', ')} is in PATH (Debian: apt-get install chromium)`);
    }
    // Chromium's own sandbox does not start as root.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser ??= chromium.launch({ executablePath, args });
    const session = await (await browser).newContext(options);
    const folder = mkdtempSync(join(tmpdir(), 'touchstone-html-'));
    context.onTestFinished(async () => {
      await session.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const file = join(folder, 'report.html');
    writeFileSync(file, html);
    return open(await session.newPage(), pathToFileURL(file).href, hash);
  };
}

async function open(page: Page, url: string, hash: string): Promise<Opened> {
  await page.addInitScript(() => {
    // The first frame that has a check in it, in milliseconds from the start of loading.
    const observer = new MutationObserver(() => {
      if (document.querySelector('.check') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => performance.mark('shown')));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const misdeeds: string[] = [];
  page.on('pageerror', (error) => misdeeds.push(`error: ${error.message}`));
  page.on('console', (message) => misdeeds.push(`console: ${message.text()}`));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => misdeeds.push(`dialog: ${dialog.message()}`)));
  page.on('popup', () => misdeeds.push('popup'));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url) misdeeds.push(`request: ${request.url()}`);
  });
  await page.goto(url + hash);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, misdeeds };
}
