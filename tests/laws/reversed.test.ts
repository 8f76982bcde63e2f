import { describe, expect, it } from 'vitest';
import { notReversed } from '../../suites/laws/reversed.js';

const list = (...names: (string | null)[]) => names.map((name) => ({ name }));
const between = (ascending: (string | null)[], descending: (string | null)[]) =>
  notReversed('name', list(...ascending), list(...descending));

describe('a list in descending order', () => {
  it('has each two texts in the other order', () => {
    expect(between(['Adobe', 'Box.com', 'Zoom'], ['Zoom', 'Box.com', 'Adobe'])).toBeNull();
    expect(between(['Adobe', 'Zoom', 'box.com'], ['Zoom', 'Adobe', 'box.com'])).toEqual({
      before: 'Zoom',
      after: 'box.com',
    });
  });

  it('may have ties, and what some collation does not tell apart, in any order', () => {
    expect(between(['box', 'Box', 'B-ox'], ['box', 'Box', 'B-ox'])).toBeNull();
    expect(between(['Wim', 'Vym', 'a 07', 'a 7'], ['a 07', 'a 7', 'Wim', 'Vym'])).toBeNull();
    expect(between(['Ärzte', 'Жук', 'Щит'], ['Ärzte', 'Жук', 'Щит'])).toBeNull();
  });

  it('has the records with one text at one place', () => {
    expect(between(['Box-1', 'Box-1', 'Zoom'], ['Zoom', 'Box-1', 'Box-1'])).toBeNull();
    expect(between(['Box-1', 'Box-1', 'Zoom'], ['Box-1', 'Box-1', 'Zoom'])).toEqual({ before: 'Box-1', after: 'Zoom' });
  });

  it('may have records without a text, and others than the ascending one, anywhere', () => {
    expect(between([null, 'Adobe', 'Zoom', null], [null, 'Zoom', 'Slack', 'Adobe'])).toBeNull();
  });
});
