import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../reporters/history/entry.js';
import { renderHistoryHtml } from '../../../reporters/history/html.js';
import { trendsOf } from '../../../reporters/history/trends.js';
import { renderMatrixHtml } from '../../../reporters/implementations/html.js';
import { matrixOf } from '../../../reporters/implementations/matrix.js';
import { failedCheck, sampleRun } from '../sample-run.js';
import { browserForTests } from './browser.js';
import { fullRun } from './full-run.js';

const openPage = browserForTests();

const names = ['reference', 'a variant with a long name', 'another', 'a mutant', 'one-more'];
const reports = names.map((_name, at) =>
  at === 0 ? fullRun() : sampleRun({ seed: at, startedAt: `2026-01-0${at}T00:00:00.000Z`, checks: [failedCheck()] }),
);
const matrix = renderMatrixHtml(matrixOf(reports.map((report, at) => ({ name: names[at] ?? '', report }))));
const trends = trendsOf(reports.flatMap((report) => linesOf(report, (ids) => ids.join())));
const history = renderHistoryHtml(trends === null ? [] : [trends]);

describe.for([
  { name: 'matrix', html: matrix },
  { name: 'history', html: history },
])('the page of the $name', ({ html }) => {
  test.for([
    { colorScheme: 'light', width: 390 },
    { colorScheme: 'dark', width: 768 },
    { colorScheme: 'light', width: 1280 },
  ] as const)(
    'is accessible and scrolls vertically only, $width pixels wide',
    async ({ colorScheme, width }, context) => {
      const { page, misdeeds } = await openPage(context, html, { colorScheme, viewport: { width, height: 800 } });

      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());

      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      expect(wide).toBe(width);
      expect(misdeeds).toEqual([]);
    },
  );
});

describe('the filters of the matrix', () => {
  test('are in its address, show the rows that match, and are set from the keyboard', async (context) => {
    const { page, misdeeds } = await openPage(context, matrix, { viewport: { width: 390, height: 800 } });
    const shown = () => page.locator('tbody tr[id]:visible').count();
    const all = await shown();

    await page.getByLabel('Row contains').focus();
    await page.keyboard.type('getUsers');
    await page.keyboard.press('Tab');
    await page.keyboard.type('failed');
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/text=getUsers&state=fail');

    expect(await shown()).toBeLessThan(all);
    expect(await page.getByRole('status').textContent()).toBe(`${await shown()} of ${all} rows`);
    expect(await page.locator('#operations-getUsers').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    await expect.poll(shown).toBe(all);
    expect(misdeeds).toEqual([]);
  });

  test('are taken from its address', async (context) => {
    const hash = '#/column=0&differs=1&state=no-such-state';
    const { page } = await openPage(context, matrix, { hash: '#/column=1&differs=1' });
    const columns = page.locator('#laws thead th:visible');

    expect(await columns.allTextContents()).toEqual([names[1]]);
    expect(await page.getByLabel('only rows that differ').isChecked()).toBe(true);
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await expect.poll(() => columns.allTextContents()).toEqual([names[0]]);
    expect(await page.locator('tbody tr[id]:visible').count()).toBe(0);
  });
});

describe('the page of the matrix', () => {
  test('opens at the row in its address, and its tables scroll from the keyboard', async (context) => {
    const { page } = await openPage(context, matrix, {
      hash: '#operations-getUsers',
      viewport: { width: 390, height: 500 },
    });

    expect(await page.locator('#operations-getUsers').evaluate((row) => row.matches(':target'))).toBe(true);
    const table = page.getByRole('region', { name: 'Operations' });
    await table.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });
});
