import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../reporters/html.js';
import type { RunReport } from '../../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleRun } from '../sample-run.js';
import { browserForTests } from './browser.js';
import { fullRun } from './full-run.js';

const openPage = browserForTests();

describe('a report of 5,000 checks and 20 MB of evidence', () => {
  const body = JSON.stringify({
    items: Array.from({ length: 130 }, (_, index) => ({ id: index, text: 'x'.repeat(470) })),
  });
  const exchanges = Array.from({ length: 320 }, (_, index) => ({
    ...(fullRun().exchanges[0] as RunReport['exchanges'][number]),
    id: `x${index + 1}`,
    response: { status: 200, headers: {}, body, bodyBytes: body.length, truncated: false },
  }));
  const checks = Array.from({ length: 5000 }, (_, index) => {
    const rule = `law${index % 9}.rule-${index}`;
    const check = { rule, operation: `operation${index % 34}` };
    if (index % 10 > 0) return sampleCheck(check);
    const [finding] = failedCheck().findings;
    return failedCheck({
      ...check,
      findings: [{ ...finding, exchange: `x${1 + (index % 320)}` } as typeof finding & object],
    });
  });
  const html = renderHtml(sampleRun({ verdict: 'does-not-conform', checks, exchanges }));

  test('renders within 2 s, and supports scrolling and searching', async (context) => {
    expect(html.length).toBeGreaterThan(20e6);
    // The best of three, to exclude the load of the machine.
    const views: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { page } = await openPage(context, html);
      const shown = () => page.evaluate(() => performance.getEntriesByName('shown')[0]?.startTime ?? Number.NaN);
      await expect.poll(shown).not.toBeNaN();
      views.push(await shown());
    }
    expect(Math.min(...views)).toBeLessThan(2000);

    const { page } = await openPage(context, html);
    expect(await page.locator('.check').count()).toBe(100);
    await page.locator('.check').last().scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('.check').count()).toBeGreaterThan(100);
    await page.getByLabel('Text').fill('rule-4321');
    await expect.poll(() => page.locator('.check').count()).toBe(1);
    await page.getByLabel('Text').fill('rule-310 ');
    await page.locator('.check h3 button').first().click();
    expect(await page.getByLabel('Response body: ').count()).toBe(1);
  });
});
