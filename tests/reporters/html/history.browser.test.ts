import { expect, test } from 'vitest';
import { renderHtml } from '../../../reporters/html.js';
import { sampleRun } from '../sample-run.js';
import { browserForTests } from './browser.js';

const openPage = browserForTests();
const DRAWN = [
  'eventual; not linearizable:',
  '    0 ms  client 1  |---------------|                  write name="b"',
  '   15 ms  client 2             |-------------------->  write name="<b>", outcome unknown',
].join('\n');
const observations = [{ clause: 'consistency.model', operation: 'updateUser', value: DRAWN, exchange: null }];

test('a counterexample is a timeline with a row of text for each request, on a phone too', async (context) => {
  const html = renderHtml(sampleRun({ observations }));
  const { page, misdeeds } = await openPage(context, html, { viewport: { width: 390, height: 800 } });
  const timeline = page.locator('table.history');

  await expect.poll(() => timeline.locator('tbody tr').count()).toBe(2);
  expect(await timeline.locator('tbody tr').nth(1).textContent()).toContain('write name="<b>", outcome unknown');
  expect(await timeline.locator('svg').first().getAttribute('aria-label')).toBe('from 0 % to 52 %');
  expect(await timeline.locator('svg').nth(1).getAttribute('aria-label')).toContain('without a response');
  expect(await page.locator('.observed').textContent()).not.toContain('u000a');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(misdeeds).toEqual([]);
});
