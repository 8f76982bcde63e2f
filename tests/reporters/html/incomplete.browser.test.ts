import { expect, test } from 'vitest';
import { renderHtml } from '../../../reporters/html.js';
import { sampleIncomplete, sampleRun } from '../sample-run.js';
import { browserForTests } from './browser.js';

const openPage = browserForTests();
const incomplete = sampleIncomplete();
const report = sampleRun({ verdict: 'incomplete', verdictReason: incomplete.reason, incomplete });

test('the page of an incomplete run gives the reason once and a command to copy, on a phone too', async (context) => {
  const { page, misdeeds } = await openPage(context, renderHtml(report), { viewport: { width: 390, height: 800 } });
  const verdict = page.locator('.verdict');

  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Incomplete');
  expect((await verdict.textContent())?.split(incomplete.reason)).toHaveLength(2);
  expect(await verdict.getByRole('alert').locator('.command code').textContent()).toBe(report.command);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(misdeeds).toEqual([]);
});
