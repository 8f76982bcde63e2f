import { describe, expect, test } from 'vitest';
import { clauses } from '../../../contract/clauses/index.js';
import { operations } from '../../../contract/operations/index.js';
import { renderHtml } from '../../../reporters/html.js';
import { lawOf } from '../../../reporters/law.js';
import { failedCheck, sampleCheck, sampleRun } from '../sample-run.js';
import { browserForTests } from './browser.js';
import { fullRun } from './full-run.js';

const openPage = browserForTests();

describe('the failures of a run', () => {
  test('come before all else, and open their check', async (context) => {
    const { page, misdeeds } = await openPage(context, renderHtml(fullRun()));
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();

    await page
      .getByRole('region', { name: 'Failures by cause' })
      .getByRole('button', { name: 'getUsers' })
      .first()
      .click();

    expect(headings[0]).toBe('Failures by cause');
    expect(await page.locator('.finding').count()).toBe(3);
    await expect
      .poll(() => page.evaluate(() => decodeURIComponent(location.hash)))
      .toBe('#/check=getUsers/paging.total-pages');
    expect(await page.locator(':focus').getAttribute('aria-expanded')).toBe('true');
    expect(misdeeds).toEqual([]);
  });

  test('have no section if nothing failed', async (context) => {
    const { page } = await openPage(context, renderHtml(sampleRun()));

    expect(await page.getByRole('heading', { name: 'Failures by cause' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Failures' }).count()).toBe(0);
  });
});

test('the first Tab shows a link that skips the navigation', async (context) => {
  const { page } = await openPage(context, renderHtml(fullRun()));

  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: 'Skip to the result' });
  expect(
    await link.evaluate((element) => element === document.activeElement && element.getBoundingClientRect().top >= 0),
  ).toBe(true);
  await page.keyboard.press('Enter');

  expect(await page.locator('main').evaluate((element) => element === document.activeElement)).toBe(true);
});

test('nothing of a run with all laws, writes included, is cut off at 1280 pixels', async (context) => {
  const laws = [...new Set(Object.keys(clauses).map(lawOf))];
  const checks = operations.flatMap(({ id, area }) =>
    laws.map((law) => (law === 'tasks' ? failedCheck : sampleCheck)({ operation: id, area, rule: `${law}.rule` })),
  );
  const { page } = await openPage(context, renderHtml({ ...fullRun(), checks }), {
    viewport: { width: 1280, height: 900 },
  });

  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.wide, h1, h2, p, th, td')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 80)),
  );

  expect(laws).toHaveLength(14);
  expect(cut).toEqual([]);
});
