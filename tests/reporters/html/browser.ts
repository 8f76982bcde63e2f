import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, type TestContext } from 'vitest';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of a Chromium-based browser on this machine; `null` if there is none. */
function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return found.find((path) => existsSync(path)) ?? null;
}

/** `misdeeds` lists everything the page did other than render, one line each; empty if all is well. */
export interface Opened {
  readonly page: Page;
  readonly misdeeds: string[];
}

/** Options of the browser context of a page, and `hash`, the fragment of its URL. */
type Options = BrowserContextOptions & { readonly hash?: string };

/**
 * Returns a function that opens pages in a browser shared by all tests of a file; call it once per file. Without a browser,
 * the test is skipped with a message.
 */
export function browserForTests() {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());

  /** Writes a page to a temporary folder, which is removed after the test, and opens it. */
  return async (context: TestContext, html: string, { hash = '', ...options }: Options = {}): Promise<Opened> => {
    const executablePath = findBrowser();
    if (executablePath === null) {
      return context.skip(`no browser: none of ${NAMES.join(', ')} is in PATH (Debian: apt-get install chromium)`);
    }
    // The sandbox of Chromium does not start as root.
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
    // Marks the first frame with a check in it, in milliseconds from the start of loading.
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
