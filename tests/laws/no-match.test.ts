import { describe, expect, it } from 'vitest';
import type { Hook } from '../../reference/index.js';
import { Refusal } from '../../reference/refusal.js';
import { checkReference } from '../conformance/check-reference.js';

/** Leaves users with two texts to filter by. */
const twoTexts: Hook = (steps) => ({
  present: (one, schema, context) => {
    const { id, username, displayName } = steps.present(one, schema, context);
    return { id, username, displayName };
  },
});

/** Rejects a value that no user has. */
const knownNames: Hook = (steps) => ({
  parseFilter: (text, schema, context) => {
    if (text.includes("'no such")) throw new Refusal(400, 'no such name');
    return steps.parseFilter(text, schema, context);
  },
});

const withoutAnd: Hook = (steps) => ({
  parseFilter: (text, schema, context) => {
    if (text.includes(' -and ')) throw new Refusal(400, 'no joins');
    return steps.parseFilter(text, schema, context);
  },
});

const ignoringAnd: Hook = (steps) => ({
  parseFilter: (text, schema, context) => steps.parseFilter(text.split(' -and ')[0] ?? text, schema, context),
});

/** Rejects every filter that matches nothing. */
const noEmptyList: Hook = (steps) => ({
  answerList: (context) => {
    const answer = steps.answerList(context);
    const { items } = answer.body as { items: readonly unknown[] };
    if (context.query.filter !== undefined && items.length === 0) throw new Refusal(400, 'nothing found');
    return answer;
  },
});

async function outcomeOf(...hooks: Hook[]) {
  const options = { operations: ['getUsers'], rules: ['filter.no-match'] };
  const { checks } = await checkReference({ reference: { hooks }, options });
  const own = checks.find(({ id }) => id === 'getUsers/filter.no-match');
  return [own?.outcome, own?.findings[0]?.message ?? own?.reason ?? ''];
}

describe('a filter that matches nothing', () => {
  it('is judged by two known values where the few fields with a text accept no other', async () => {
    expect(await outcomeOf(twoTexts, knownNames)).toEqual(['pass', '']);
    expect(await outcomeOf(twoTexts, noEmptyList)).toEqual(['fail', 'a filter that matches nothing returned 400']);
  });

  it('is inconclusive there on a target that does not read two comparisons as the conventions do', async () => {
    expect(await outcomeOf(twoTexts, knownNames, withoutAnd)).toEqual([
      'inconclusive',
      expect.stringMatching(/^the only fields that accept a filter \(\w+, \w+\) reject a value that no record has: /),
    ]);
    expect(await outcomeOf(twoTexts, knownNames, ignoringAnd)).toEqual([
      'inconclusive',
      expect.stringMatching(/returned \d+ records? \(see filter\.operators\)$/),
    ]);
  });

  it('is a failure where many fields reject a value that no record has', async () => {
    expect(await outcomeOf(noEmptyList)).toEqual(['fail', 'a filter that matches nothing returned 400']);
  });
});
