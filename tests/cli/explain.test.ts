import { describe, expect, it } from 'vitest';
import { touchstone } from './run-command.js';

describe('touchstone explain', () => {
  it.each(['paging.total-pages', 'getUsers/paging.total-pages'])('prints the page of the rule for %s', async (name) => {
    const { code, stdout } = await touchstone(['explain', name]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^# paging\.total-pages\n/);
    expect(stdout).toContain('## Requirement');
  });

  it.each(['paging.totl-pages', 'getUsers/paging.totl-pages'])('suggests an id for %s', async (name) => {
    const { code, stderr } = await touchstone(['explain', name]);

    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "paging.total-pages"?');
  });

  it('reads no file outside the rule pages', async () => {
    const { code, stdout } = await touchstone(['explain', '../../CHANGELOG']);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});
