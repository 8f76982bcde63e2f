import type { Evidence } from '../../session/ask-context.js';
import { identity, pageOf } from '../../session/page.js';
import type { RequestLedger } from '../../session/request-ledger.js';
import type { Seen } from '../../session/seen.js';
import { Inconclusive } from '../../session/signals.js';
import { sameJson } from '../../session/validation.js';
import { JudgeState } from '../judge-state.js';
import type { Result } from '../result.js';
import { isJudge } from '../rule.js';
import type { RunInput } from '../run-input.js';
import { placeOf } from './comparison.js';
import { freshWorld } from './fresh-world.js';

/** How long a target may show the totals of an earlier state of a list, in milliseconds. */
const BEHIND_MS = 2500;

/**
 * Why a wrong total does not count: other clients change the list, and a target may count its records now and then only. It counts if
 * the same page shows it again after that time. `null` if it counts, and for other differences.
 */
export async function excuseOfTotals(
  input: RunInput,
  ledger: RequestLedger,
  { check: { operation, rule } }: Result,
  shown: Evidence,
): Promise<string | null> {
  const { seen } = shown;
  const isTotal = /^\/pagination\/total_/.test(shown.difference.at);
  if (!isTotal || seen === undefined || !isJudge(rule) || !input.client.health.hasMovedLists) return null;
  let last: Seen | null = null;
  const { session } = freshWorld(input, ledger, true, (response) => {
    if (response.operation === operation) last = response;
  });
  const { params, query, headers } = seen;
  const asked = { operation, params, query, valid: true, ...(headers !== undefined && { headers }) };
  const read = async (again?: string) => pageOf(await session.ask({ ...asked, ...(again !== undefined && { again }) }));
  try {
    const before = await read();
    await session.pause(BEHIND_MS);
    const after = await read('are the totals behind');
    if (!sameJson(before.items.map(identity), after.items.map(identity))) return 'the list changed during the read';
  } catch (error) {
    if (error instanceof Inconclusive) return error.message;
    throw error;
  }
  if (last === null) return null;
  const state = new JudgeState(rule);
  state.accept(last);
  const place = placeOf(shown);
  return state.evidence.some((found) => placeOf(found) === place) ? null : 'the totals were behind the list';
}
