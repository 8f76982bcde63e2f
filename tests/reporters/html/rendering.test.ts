import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dataBlock } from '../../../reporters/html/data-block.js';
import { renderHtml } from '../../../reporters/html.js';
import { fullRun } from './full-run.js';

test('a data block represents any value without characters that delimit markup', () => {
  const text = fc.string({ unit: fc.constantFrom(...'a"\\<>&/!-\u2028\u2029\u0000\ud800', 'script') });
  fc.assert(
    fc.property(fc.dictionary(text, text), (value) => {
      const block = dataBlock({ ...value });

      expect(block).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(block)).toEqual({ ...value });
    }),
  );
});

test('the policy of the page allows only its own script and style', () => {
  const html = renderHtml(fullRun());
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

  const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));

  expect(directives.get('default-src')).toEqual(["'none'"]);
  expect(directives.get('script-src')).toEqual([hashOf(/<script>(.*?)<\/script>/s.exec(html)?.[1])]);
  expect(directives.get('style-src')).toEqual([hashOf(/<style>(.*?)<\/style>/s.exec(html)?.[1])]);
});

test('the same report always renders the same page', () => {
  expect(renderHtml(fullRun())).toBe(renderHtml(fullRun()));
});

test('the page contains the rule pages of exactly the rules that failed', () => {
  const [, json = ''] = /id="touchstone-report">(.*?)<\/script>/s.exec(renderHtml(fullRun())) ?? [];

  expect(Object.keys(JSON.parse(json).pages)).toEqual(['paging.total-pages', 'paging.order', 'records.dates']);
});
