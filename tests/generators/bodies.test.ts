import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyTexts, LONG_NOTE_LENGTH, WRITTEN_TEXTS } from '../../generators/bodies/body-texts.js';
import { withNulls, withoutMembers, withWrongTypes } from '../../generators/bodies/broken-bodies.js';
import { rawBodies } from '../../generators/bodies/raw-bodies.js';
import {
  applicationUpdates,
  everyTextOnce,
  flagCombinations,
  userUpdates,
} from '../../generators/bodies/update-bodies.js';
import { sampleOf } from '../../generators/sample-of.js';
import * as validators from '../../schemas/generated/validators-object.js';

const held = {
  owners: ['8f0a3c52-54a9-4f39-8c29-9d2a3f5b7f10', '27f5c3a1-7b0c-4f0e-9df3-0d4a6f6b1c11'],
  categories: ['Design'],
  ai: [{ aiCategory: 'AI', aiSubcategory: 'Text' }],
};
const [user = {}] = sampleOf(userUpdates, 1, 1);
const [application = {}] = sampleOf(applicationUpdates(held), 1, 1);
const bulk = { scope: 'Only', ids: ['a'], body: { review: true } };

const valid = {
  updateUserBody: validators.updateUserBody as (value: unknown) => boolean,
  updateApplicationBody: validators.updateApplicationBody as (value: unknown) => boolean,
  bulkUpdateUsersBody: validators.bulkUpdateUsersBody as (value: unknown) => boolean,
};

describe('the generated bodies of updates', () => {
  it('are valid by the schemas of the document', () => {
    fc.assert(fc.property(userUpdates, (body) => valid.updateUserBody(body)));
    fc.assert(fc.property(applicationUpdates(held), (body) => valid.updateApplicationBody(body)));
  });

  it('name every combination of flags, long texts and empty ones before long', () => {
    const users = sampleOf(userUpdates, 1, 60).map((body) => JSON.stringify(body));
    const notes = sampleOf(applicationUpdates(held), 1, 100).map(({ notes: text }) => String(text));
    expect(new Set(users).size).toBe(8);
    expect(notes).toContain('');
    expect(notes.some((text) => text.length > 1000)).toBe(true);
  });

  it('are the same ones for the same seed', () => {
    expect(sampleOf(applicationUpdates(held), 5, 10)).toEqual(sampleOf(applicationUpdates(held), 5, 10));
  });

  it('shrink to the failing flag', () => {
    const { counterexample } = fc.check(
      fc.property(userUpdates, ({ isQualified }) => isQualified === false),
      { seed: 1 },
    );
    expect(counterexample).toEqual([{ isOnline: false, isInReview: false, isQualified: true }]);
  });
});

describe('the texts of bodies', () => {
  it('are complete characters within the length limit', () => {
    fc.assert(
      fc.property(bodyTexts(), (text) => !/\p{Cs}/u.test(text) && text.length <= LONG_NOTE_LENGTH),
      { numRuns: 300 },
    );
  });

  it('shrink to the failing character', () => {
    const { counterexample } = fc.check(
      fc.property(bodyTexts(), (text) => !text.includes("'")),
      { seed: 3, numRuns: 500 },
    );
    expect(counterexample?.[0].length).toBeLessThan(12);
  });
});

describe('the updates that hold every text once', () => {
  it('are valid, hold each text in both members, and shrink like generated ones', () => {
    const bodies = everyTextOnce(held);

    expect(bodies.filter((body) => !valid.updateApplicationBody(body))).toEqual([]);
    for (const member of ['notes', 'description']) {
      expect(WRITTEN_TEXTS.filter((text) => !bodies.some((body) => body[member] === text))).toEqual([]);
    }
    expect(bodies.at(-1)).toMatchObject({ notes: '', description: '' });
    const { counterexample } = fc.check(
      fc.property(applicationUpdates(held), (body) => !String(body.notes).includes("'")),
      { numRuns: bodies.length, examples: bodies.map((body) => [body]) },
    );
    expect(String(counterexample?.[0]?.notes).length).toBeLessThan(12);
  });
});

describe('the combinations of flags', () => {
  it('are complete and distinct', () => {
    const all = flagCombinations(['a', 'b', 'c']);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(8);
    expect(all[0]).toEqual({ a: true, b: true, c: true });
  });
});

describe.each([
  ['updateUserBody', user],
  ['updateApplicationBody', application],
] as const)('the broken bodies of %s', (schema, body) => {
  it('lack one member each, the nested ones included, and are not valid', () => {
    const broken = withoutMembers(body);
    expect(broken.length).toBeGreaterThanOrEqual(Object.keys(body).length);
    expect(broken.filter((one) => valid[schema](one.body)).map(({ what }) => what)).toEqual([]);
  });

  it('have one member of a wrong type each, and are not valid', () => {
    const broken = withWrongTypes(body);
    expect(broken).toHaveLength(withoutMembers(body).length * 4);
    // An object in place of an object lacks its members.
    expect(broken.filter((one) => valid[schema](one.body)).map(({ what }) => what)).toEqual([]);
  });

  it('have null in one place each', () => {
    expect(withNulls(body).map((one) => JSON.stringify(one.body).match(/:null\b/g)?.length)).toEqual(
      withoutMembers(body).map(() => 1),
    );
  });

  it('take a member that is null for one of any type', () => {
    const lacking = { ...body, notes: null };
    const others = withWrongTypes(lacking).filter(({ pointer }) => pointer === '/notes');
    expect(others).toEqual([]);
    expect(withNulls(lacking).some(({ pointer }) => pointer === '/notes')).toBe(false);
  });

  it('do not change the original body', () => {
    const before = JSON.stringify(body);
    withoutMembers(body);
    withWrongTypes(body);
    expect(JSON.stringify(body)).toBe(before);
  });
});

describe('the raw bodies', () => {
  it('are no JSON object', () => {
    const isObject = (text: string) => {
      try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null && !Array.isArray(value);
      } catch {
        return false;
      }
    };
    expect(rawBodies(application).filter(({ text }) => isObject(text))).toEqual([]);
  });
});

describe('the broken bodies of a bulk update', () => {
  it('name scope, ids, body and the flags in it', () => {
    expect(withoutMembers(bulk).map(({ pointer }) => pointer)).toEqual(['/scope', '/ids', '/body', '/body/review']);
    expect(withWrongTypes(bulk).find(({ what }) => what === '/body/review as a text')?.body).toEqual({
      ...bulk,
      body: { review: 'true' },
    });
  });
});
