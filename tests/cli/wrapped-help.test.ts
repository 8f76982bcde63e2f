import { expect, test } from 'vitest';
import { wrappedHelp } from '../../cli/wrapped-help.js';

test('notes of help are wrapped to the terminal by paragraph, and commands stay whole', () => {
  const text = '\nOne sentence that was\nwrapped before.\n\nExample:\n  touchstone check --base-url URL --seed 7';

  expect(wrappedHelp(text, { stdout: { columns: 30, write: () => {}, isTTY: true } }).split('\n')).toEqual([
    '',
    'One sentence that was wrapped',
    'before.',
    '',
    'Example:',
    '  touchstone check --base-url URL --seed 7',
  ]);
});
