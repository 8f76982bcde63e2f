import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pagination } from '../../../reference/hooks.js';
import { renderHtml } from '../../../reporters/html.js';
import type { RunReport } from '../../../schemas/generated/touchstone.js';
import { checkReference } from '../../conformance/check-reference.js';
import { browserForTests } from './browser.js';

const openPage = browserForTests();

/** Pastes the clipboard, which a button fills after its click, into the search field and returns the text. */
async function pasted(page: Page): Promise<string> {
  await page.getByLabel('Text').fill('');
  await page.getByLabel('Text').press('ControlOrMeta+V');
  return page.getByLabel('Text').inputValue();
}

describe('the page of a run on a broken reference', () => {
  let broken: RunReport;

  beforeAll(async () => {
    const hook = pagination((given) => ({ ...given, total_pages: Number(given.total_pages) + 1 }));
    const options = { operations: ['getUsers', 'getContracts'], rules: ['paging.*', 'records.*'] };
    broken = await checkReference({ reference: { hooks: [hook] }, options });
  });

  test('shows the clause, the request and the command to reproduce it in three clicks', async (context) => {
    const { page, misdeeds } = await openPage(context, renderHtml(broken, 'run.json'));
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Does not conform');

    await page.getByRole('button', { name: /^getUsers, paging: \d+ of \d+ checks failed/ }).click();
    await page.getByRole('button', { name: /failed: .*getUsers\/paging\.total-pages/ }).click();
    const check = page.locator('[data-check="getUsers/paging.total-pages"]');
    await check.getByRole('button', { name: 'Copy: Reproduce this check' }).click();

    const text = await check.textContent();
    expect(text).toContain('paging.total-pages (must)');
    expect(text).toContain('Pagination object');
    expect(text).toMatch(/RequestGET http:\/\/127\.0\.0\.1:\d+\/\S+\/users/);
    expect(await check.getByLabel('Response body: ').first().locator('mark').textContent()).toMatch(
      /^"total_pages": \d+$/,
    );
    expect(text).toContain('## What a failure looks like');
    await expect
      .poll(() => pasted(page))
      .toBe(`touchstone replay 'run.json' 'getUsers/paging.total-pages' --base-url '${broken.target.baseUrl}'`);
    expect(misdeeds).toEqual([]);
  });

  test('copies the command that sends the request again', async (context) => {
    const { page } = await openPage(context, renderHtml(broken), { hash: '#/check=getUsers%2Fpaging.total-pages' });

    await page.getByRole('button', { name: 'Copy: Reproduce this request' }).first().click();

    await expect
      .poll(() => pasted(page))
      .toMatch(/^curl -sSi .*\$TOUCHSTONE_TOKEN.* 'http:\/\/127\.0\.0\.1:\d+\/.*users.*'$/);
  });

  test('downloads the run report from which it was generated', async (context) => {
    const { page } = await openPage(context, renderHtml(broken, 'run.json'), { acceptDownloads: true });

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the run report' }).click(),
    ]);

    expect(download.suggestedFilename()).toBe('run.json');
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual(broken);
  });

  test('charts response times and the timeline of requests', async (context) => {
    const { page } = await openPage(context, renderHtml(broken));

    const times = page.getByRole('img', { name: /^getUsers: [\d,]+ responses?, median [\d.]+ m?s, p95 [\d.]+ m?s$/ });
    const timeline = page.getByRole('img', { name: /^getUsers: [\d,]+ requests?, from [\d.]+ m?s to [\d.]+ m?s$/ });

    expect(await times.locator('rect').count()).toBeGreaterThan(0);
    expect(await timeline.locator('rect').count()).toBeGreaterThan(0);
  });
});
