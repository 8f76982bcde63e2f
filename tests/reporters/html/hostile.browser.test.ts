import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { renderHtml } from '../../../reporters/html.js';
import type { RunReport } from '../../../schemas/generated/touchstone.js';
import { browserForTests, type Opened } from './browser.js';
import { fullRun, hostileRun } from './full-run.js';

const openPage = browserForTests();

/** The page of a report, with every check open. */
async function openAll(context: TestContext, report: RunReport): Promise<Opened> {
  const opened = await openPage(context, renderHtml(report));
  for (const check of await opened.page.locator('.check h3 button').all()) await check.click();
  return opened;
}

/** The elements of a page with the attributes that determine their look and behaviour. Options, marks and rule pages depend on the texts and are omitted. */
function skeleton(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *, head *')]
      .filter((element) => element.closest('option, mark, details') === null)
      .map((element) => {
        const own = element.getAttributeNames().filter((name) => name !== 'content');
        return `${element.tagName} ${own.sort().join(' ')} ${element.className} ${element.getAttribute('role') ?? ''}`;
      }),
  );
}

/** All text of a page: its text nodes, its labels for screen readers, and its title. */
function words(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('page') as Element, NodeFilter.SHOW_TEXT);
    const texts: string[] = [document.title];
    while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
    const labels = [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label') ?? '');
    return [...texts, ...labels];
  });
}

test('hostile text in every field runs nothing, loads nothing and adds no element', async (context) => {
  const [harmless, hostile] = [fullRun(), hostileRun()];
  const expected = await openAll(context, harmless);
  const { page, misdeeds } = await openAll(context, hostile);

  expect(await page.locator('.finding').count()).toBe(5);
  expect(await skeleton(page)).toEqual(await skeleton(expected.page));
  expect(misdeeds).toEqual([]);
  expect(expected.misdeeds).toEqual([]);
});

test('hostile text is shown literally, with characters that hide, reorder or move text as visible escapes', async (context) => {
  const hostile = hostileRun();
  const { page } = await openAll(context, hostile);

  const shown = await words(page);

  const hidden = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
  expect(shown.filter((text) => hidden.test(text))).toEqual([]);
  expect(shown.join('\n')).toContain('</script><script>alert(1)</script>');
  expect(shown.join('\n')).toContain('\\u202eesrever');
  expect(shown.join('\n')).toContain('\\u001b[2J');
});

test('hostile text does not move adjacent content', async (context) => {
  const [harmless, hostile] = [fullRun(), hostileRun()];
  const expected = await openPage(context, renderHtml(harmless));
  const { page } = await openPage(context, renderHtml(hostile));

  const verdict = (one: Page) => one.getByRole('heading', { level: 1 }).boundingBox();
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const [{ x, width: wide } = { x: -1, width: -1 }] = [(await verdict(page)) ?? undefined];

  expect({ x, wide }).toEqual({ x: (await verdict(expected.page))?.x, wide: (await verdict(expected.page))?.width });
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Does not conform');
  expect(width).toBeLessThanOrEqual(0);
});

test('copied commands contain no hidden character', async (context) => {
  const hostile = hostileRun();
  const { page } = await openAll(context, hostile);

  const copies = page.getByRole('button', { name: /^Copy/ });
  expect(await copies.count()).toBeGreaterThan(4);
  for (const copy of await copies.all()) {
    await copy.click();
    const search = page.getByLabel('Text');
    await search.fill('');
    await search.press('ControlOrMeta+V');
    expect(await search.inputValue()).toMatch(/^(curl|touchstone) [^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u);
    await search.fill('');
  }
});

test('the data of the page contains nothing that a parser could read as an element', () => {
  const html = renderHtml(hostileRun());

  const blocks = [...html.matchAll(/<script type="application\/json" id="[^"]+">(.*?)<\/script>/gs)];
  expect(blocks).toHaveLength(4);
  for (const [, json = ''] of blocks) {
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(() => JSON.parse(json)).not.toThrow();
  }
  expect(html.match(/<script\b/g)).toHaveLength(5);
});
