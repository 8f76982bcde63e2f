import type { Answer } from '../../client/answer.js';
import { causeOf } from '../../client/cause.js';
import type { Evidence } from '../../session/ask-context.js';
import type { RequestLedger } from '../../session/request-ledger.js';
import type { Seen } from '../../session/seen.js';
import { Inconclusive } from '../../session/signals.js';
import type { World } from '../../session/world.js';
import { JudgeState } from '../judge-state.js';
import { type Result, withoutEvidence } from '../result.js';
import type { JudgeRule } from '../rule.js';
import type { RunInput } from '../run-input.js';
import { placeOf, unconfirmed } from './comparison.js';
import { excuseOf } from './excuses.js';
import { freshWorld } from './fresh-world.js';

/** Requests that are sent again for a rule, at least where there are so many. */
const FIRST = 5;
/** How often they are sent anew while nothing is found again, where a single answer shows a difference by itself. */
const TIMES = 8;

/** A check that judges, with what it makes of the answers to the requests that are sent again. */
interface Doubt {
  readonly first: Result;
  readonly requests: readonly Seen[];
  /** The kinds of place where a look has found something, those before the last one. */
  readonly known: Set<string>;
  /** What was found at a kind of place where a look before had found something too. */
  readonly shown: Evidence[];
  /** The world of the last look, whose session can repeat what was shown. */
  world: World;
  /** How often its requests may be sent. */
  readonly times: number;
}

/**
 * Runs the rules of one operation that judge, and that failed, on new answers to the same requests; each answer serves all of
 * them. What a body shows by itself does not depend on another answer, so that it counts whenever it shows again: a target
 * that answers differently each time need not break the same record twice in a row.
 */
export async function rerunJudges(
  input: RunInput,
  ledger: RequestLedger,
  failed: readonly Result[],
): Promise<Result[]> {
  const doubts = failed.map((first) => doubtOf(first, freshWorld(input, ledger)));
  let last: Answer | undefined;
  let cut: Inconclusive | null = null;
  let unanswered: Answer | undefined;
  for (let time = 0; time < TIMES && cut === null; time += 1) {
    const open = doubts.filter(({ times, shown }) => time < times && shown.length === 0);
    if (open.length === 0) break;
    const looks = open.map((doubt) => ({ doubt, state: new JudgeState(doubt.first.check.rule as JudgeRule) }));
    const world = freshWorld(input, ledger, (seen) => {
      for (const { doubt, state } of looks) if (doubt.first.check.operation === seen.operation) state.accept(seen);
    });
    try {
      for (const { operation, params, query } of requestsOf(open)) {
        last = await world.session.ask({ operation, params, query, valid: true });
        if (causeOf(last) !== null) unanswered ??= last;
      }
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      cut = error;
    }
    for (const { doubt, state } of looks) {
      doubt.world = world;
      take(doubt, state);
    }
  }
  return Promise.all(doubts.map((doubt) => settled(doubt, { last, unanswered, cut })));
}

/** How the re-runs went. */
interface Course {
  readonly last: Answer | undefined;
  /** The first response that did not come from the target, or did not come at all. */
  readonly unanswered: Answer | undefined;
  /** Why no more requests could be sent; `null` where all were. */
  readonly cut: Inconclusive | null;
}

async function settled({ first, shown: evidence, world }: Doubt, { last, unanswered, cut }: Course): Promise<Result> {
  const [shown] = evidence;
  if (shown !== undefined) {
    const excuse = await excuseOf(world, first, shown);
    return excuse === null
      ? { ...withoutEvidence(first.check, 'fail', null), evidence }
      : unconfirmed(first, excuse, last, causeOf(shown.answer));
  }
  if (unanswered !== undefined) return unconfirmed(first, unanswered.summary, unanswered, causeOf(unanswered));
  return unconfirmed(first, cut?.message ?? 'a re-run of the check did not find it', last, cut?.blockedBy);
}

function doubtOf(first: Result, world: World): Doubt {
  const alone = first.evidence.every(({ seen }) => seen?.body !== undefined);
  return {
    first,
    requests: requestsBehind(first.evidence),
    known: new Set(first.evidence.map(placeOf)),
    shown: [],
    world,
    times: alone ? TIMES : 1,
  };
}

/** Adds what one more look has found. */
function take({ known, shown }: Doubt, { evidence }: JudgeState): void {
  shown.push(...evidence.filter((one) => known.has(placeOf(one))));
  for (const one of evidence) known.add(placeOf(one));
}

function requestsOf(doubts: readonly Doubt[]): Seen[] {
  return eachOnce(doubts.flatMap(({ requests }) => requests));
}

/** Requests behind some evidence: the first of them, and others until each kind of place was shown by one of them. */
function requestsBehind(evidence: readonly Evidence[]): Seen[] {
  const places = new Map<string, Set<string>>();
  for (const one of evidence) {
    const url = one.answer.request.url;
    places.set(url, (places.get(url) ?? new Set()).add(placeOf(one)));
  }
  const shown = new Set<string>();
  const all = eachOnce(evidence.flatMap(({ seen }) => seen ?? []));
  return all.filter((seen, index) => {
    const own = [...(places.get(seen.answer.request.url) ?? [])];
    const wanted = index < FIRST || own.some((place) => !shown.has(place));
    if (wanted) for (const place of own) shown.add(place);
    return wanted;
  });
}

function eachOnce(seen: readonly Seen[]): Seen[] {
  return [...new Map(seen.map((one) => [one.answer.request.url, one])).values()];
}
