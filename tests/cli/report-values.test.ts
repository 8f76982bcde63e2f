import { expect, test } from 'vitest';
import { folder, touchstone } from './run-command.js';

test('a report with more than 2,000,000 values is refused before it is parsed', async () => {
  const text = `{"format":"touchstone.run-report/2","checks":[${'{},'.repeat(2_000_000)}{}]}`;

  const { code, stderr } = await touchstone(['report', 'run.json'], { cwd: folder({ 'run.json': text }) });

  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('run.json: cannot be read: it holds more than 2000000 values'),
  ]);
});
