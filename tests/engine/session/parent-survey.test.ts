import { expect, it } from 'vitest';
import { operations } from '../../../contract/operations/index.js';
import type { Operation } from '../../../contract/types.js';
import { ParentSurvey, SURVEY_SIZE } from '../../../engine/session/parent-survey.js';
import type { Session } from '../../../engine/session/session.js';
import { answer } from '../answers.js';

const operation = operations.find(({ id }) => id === 'getUserApplications') as Operation;

it('counts the children that a target sends in excess of the page size, and keeps none of them', async () => {
  const items = Array.from({ length: 300 }, (_unused, index) => ({ id: `${index}` }));
  const pagination = { page_size: 300, page_number: 1, total_pages: 1, total_items: 300 };
  const session = { ask: async () => answer({ body: { items, pagination } }) } as unknown as Session;

  const [parent] = await new ParentSurvey(session, operation, [{ userId: 'a' }]).upTo(1);

  expect(parent?.count).toBe(300);
  expect(parent?.items).toEqual(items.slice(0, SURVEY_SIZE));
});

it('keeps the texts of children that may be ids, and nothing else', async () => {
  const items = [{ id: 'a', userId: 'x'.repeat(1000), notes: 'x'.repeat(1001), count: 5, links: { self: 'b' } }];
  const session = { ask: async () => answer({ body: { items, pagination: {} } }) } as unknown as Session;

  const [parent] = await new ParentSurvey(session, operation, [{ userId: 'a' }]).upTo(1);

  expect(parent?.items).toEqual([{ id: 'a', userId: 'x'.repeat(1000) }]);
});

it.each([
  [7, 'late'],
  [8, 'first'],
])(
  'looks at more parents where the first ones have up to %i children: the %s one is the richest',
  async (few, wanted) => {
    const users = Array.from({ length: 24 }, (_unused, index) => ({
      userId: index === 0 ? 'first' : index === 20 ? 'late' : `${index}`,
    }));
    const countOf = (userId: string) => (userId === 'late' ? 30 : userId === 'first' ? few : 1);
    const ask = async ({ params }: { params: { userId: string } }) => {
      const items = Array.from({ length: countOf(params.userId) }, (_unused, index) => ({ id: `${index}` }));
      return answer({
        body: { items, pagination: { page_size: 100, page_number: 1, total_pages: 1, total_items: items.length } },
      });
    };
    const session = { ask, ledger: { allowance: { total: Number.POSITIVE_INFINITY } } } as unknown as Session;

    expect(await new ParentSurvey(session, operation, users).richest(users.length)).toEqual({ userId: wanted });
  },
);
