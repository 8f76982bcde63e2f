import { expect, it } from 'vitest';
import { body, where } from '../../reference/hooks.js';
import { generateTenant } from '../../reference/index.js';
import type { Row } from '../../reference/model.js';
import { fields } from '../../schemas/generated/fields.js';
import { checkReference, failures } from './check-reference.js';

const tenant = generateTenant({
  seed: 5,
  sizes: { applications: 9, users: 24, subscriptions: 5, agreements: 9, contracts: 8 },
});
/** The documented members: the shape of a list, and the total of most lists. */
const STATED = ['items', 'pagination', 'total_items'];
/** How many members are missing at a time. */
const AT_ONCE = 9;
/** The member count of the largest record: a ninth as many turns reach each member of each object. */
const MEMBERS = Math.max(...Object.values(fields).map((own) => Object.keys(own).length));
const TURNS = Math.ceil(MEMBERS / AT_ONCE);

/** Removes the members of the current turn from each object of a body, at any depth, or sets them to null. */
function without(value: unknown, turn: number, how: 'null' | 'absent', top = true): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, turn, how, false));
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).filter((name) => !isStated(name, top, how) && !/^\d+$/.test(name));
  const count = Math.max(names.length, 1);
  const chosen = Array.from({ length: AT_ONCE }, (_unused, index) => names[(turn + index * TURNS) % count]);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, own]): [string, unknown][] => {
      if (!chosen.includes(name)) return [[name, without(own, turn, how, false)]];
      return how === 'null' ? [[name, null]] : [];
    }),
  );
}

/** Whether a member is there by the document: `_links` of a list are, those of a record are a field of it. */
function isStated(name: string, top: boolean, how: 'null' | 'absent'): boolean {
  return STATED.includes(name)
    ? name !== 'total_items' || how === 'absent'
    : top && name === '_links' && how === 'absent';
}

it.each(
  (['null', 'absent'] as const).flatMap((how) => Array.from({ length: TURNS }, (_unused, turn) => ({ how, turn }))),
)(
  'no rule of level must fails a target where some members of each object are $how: turn $turn',
  async ({ how, turn }) => {
    const hook = where(
      ({ operation }) => operation.binding.method === 'GET',
      body((given) => without(given, turn, how) as Row),
    );
    const report = await checkReference({
      reference: { tenant, hooks: [hook] },
      options: { budget: 'quick', maxRequests: 1_000_000 },
    });

    expect(failures(report, 'must')).toEqual([]);
  },
);
