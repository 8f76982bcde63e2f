import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../reporters/html.js';
import { browserForTests } from './browser.js';
import { fullRun } from './full-run.js';

const openPage = browserForTests();

describe('the page is accessible:', () => {
  const open = '#/check=getUsers%2Fpaging.total-pages';
  const html = renderHtml(fullRun());

  test.for([
    { colorScheme: 'light', width: 1200 },
    { colorScheme: 'dark', width: 1200 },
    { colorScheme: 'light', width: 360 },
    { colorScheme: 'dark', width: 360 },
  ] as const)('axe finds no violations, $colorScheme, $width pixels wide', async ({ colorScheme, width }, context) => {
    const { page } = await openPage(context, html, { hash: open, colorScheme, viewport: { width, height: 800 } });

    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());

    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  test('a phone scrolls vertically only', async (context) => {
    const { page } = await openPage(context, html, { hash: open, viewport: { width: 360, height: 740 } });

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('the keyboard opens a check', async (context) => {
    const { page } = await openPage(context, renderHtml(fullRun()));
    const focused = () => page.locator('.check button:focus').allTextContents();

    for (let step = 0; step < 60 && (await focused()).length === 0; step += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');

    await expect.poll(() => page.locator('.finding').count()).toBe(3);
    expect(await page.locator(':focus').getAttribute('aria-expanded')).toBe('true');
  });

  test('print shows all failures open and no buttons', async (context) => {
    const { page } = await openPage(context, html);

    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));

    expect(await page.locator('.finding').count()).toBe(4);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await page.locator('.finding').count()).toBe(0);
  });
});
