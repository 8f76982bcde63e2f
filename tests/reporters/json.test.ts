import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { renderJson } from '../../reporters/json.js';
import { failedCheck, sampleCheck, sampleRun } from './sample-run.js';

const FOLDER = join(import.meta.dirname, '../../schemas/touchstone');

test('the JSON report matches its published schema', () => {
  const files = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
  const validate = new Ajv2020({ schemas: files, allowUnionTypes: true }).getSchema('run-report.schema.json');
  const report = sampleRun({
    checks: [sampleCheck(), failedCheck(), sampleCheck({ outcome: 'inconclusive', reason: 'no data' })],
    observations: [{ clause: 'paging.after-last', operation: 'getUsers', value: '404', exchange: null }],
    warnings: ['the tenant is empty'],
  });

  validate?.(JSON.parse(renderJson(report)));

  expect(validate?.errors).toBeNull();
});

test('the JSON report is the whole run report, indented, deterministic, and ends in a newline', () => {
  const report = sampleRun({ checks: [failedCheck()] });

  const text = renderJson(report);

  expect(JSON.parse(text)).toEqual(report);
  expect(text).toMatch(/^\{\n {2}"format": "touchstone\.run-report\/2",\n[\s\S]*\}\n$/);
  expect(renderJson(structuredClone(report))).toBe(text);
});
