import { describe, expect, it } from 'vitest';
import { distinctPolls } from '../../consistency/distinct-polls.js';
import { describeCall } from '../../consistency/timeline.js';
import { call } from './histories.js';

/** Polls of two records in turn. */
const polls = ['x=0', 'y=0', 'x=0', 'y=1', 'x=1', 'y=1', 'x=0', 'y=1'].map((shown, at) =>
  call('1', `r ${shown}`, [10 * at, 10 * at + 5]),
);
const kept = (onlyLast: boolean) =>
  distinctPolls(polls, onlyLast).map((poll) => `${poll.call} ${describeCall(poll, true)}`);

describe('polls of a record', () => {
  it('are kept if the next one shows something else, and the last one is always kept', () => {
    expect(kept(false)).toEqual([
      '10 read y.value="0"',
      '20 read x.value="0"',
      '40 read x.value="1"',
      '60 read x.value="0"',
      '70 read y.value="1"',
    ]);
  });

  it('are left out except for the last one, if there are enough calls', () => {
    expect(kept(true)).toEqual(['60 read x.value="0"', '70 read y.value="1"']);
  });
});
