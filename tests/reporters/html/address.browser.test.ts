import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { renderHtml } from '../../../reporters/html.js';
import { failedCheck, sampleCheck, sampleRun } from '../sample-run.js';
import { browserForTests } from './browser.js';

const openPage = browserForTests();

describe('the address of the page', () => {
  const run = sampleRun({
    verdict: 'does-not-conform',
    checks: [
      failedCheck(),
      failedCheck({ operation: 'getContracts', area: 'agreements' }),
      failedCheck({ rule: 'paging.order', level: 'should', title: 'the order is stable' }),
      sampleCheck({ rule: 'records.types' }),
    ],
  });
  const shown = (page: Page) => page.locator('.check').evaluateAll((all) => all.map((one) => one.dataset.check));

  test('keeps the filters and open checks, so that it can be shared', async (context) => {
    const first = await openPage(context, renderHtml(run));
    await first.page.getByLabel('Outcome').selectOption('failed');
    await first.page.getByLabel('Area').selectOption('users');
    await first.page.getByLabel('Text').pressSequentially('total_pages small');
    await first.page.locator('.check h3 button').click();
    await expect.poll(() => new URL(first.page.url()).hash).toContain('check=');

    const { hash } = new URL(first.page.url());
    const second = await openPage(context, renderHtml(run), { hash });

    expect(hash).toBe('#/area=users&outcome=fail&text=total_pages+small&check=getUsers%2Fpaging.total-pages');
    expect(await shown(second.page)).toEqual(['getUsers/paging.total-pages']);
    expect(await second.page.getByLabel('Text').inputValue()).toBe('total_pages small');
    expect(await second.page.locator('.finding').count()).toBe(1);
  });

  test('supports the back button of the browser', async (context) => {
    const { page } = await openPage(context, renderHtml(run));
    await page.getByLabel('Level').selectOption('should');
    await expect.poll(() => page.url()).toContain('level=should');
    await page.getByLabel('Area').selectOption('users');
    await expect.poll(() => page.url()).toContain('area=users');

    await page.goBack();

    await expect.poll(() => page.getByLabel('Area').inputValue()).toBe('');
    expect(await page.getByLabel('Level').inputValue()).toBe('should');
    expect(await shown(page)).toEqual(['getUsers/paging.order']);
  });

  test('shows everything if it is invalid', async (context) => {
    const { page, misdeeds } = await openPage(context, renderHtml(run), { hash: '#"><img src=x>&%E0%A4%A' });

    expect(await shown(page)).toHaveLength(4);
    expect(misdeeds).toEqual([]);
  });
});
