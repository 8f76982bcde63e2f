import type { Answer } from '../../client/answer.js';
import { causeOf } from '../../client/cause.js';
import type { Evidence, SeenRequest } from '../../session/ask-context.js';
import type { RequestLedger } from '../../session/request-ledger.js';
import { Inconclusive } from '../../session/signals.js';
import type { World } from '../../session/world.js';
import { JudgeState } from '../judge-state.js';
import { type Result, withoutEvidence } from '../result.js';
import type { JudgeRule } from '../rule.js';
import type { RunInput } from '../run-input.js';
import { excuseOfTotals } from './behind.js';
import { placeOf, unconfirmed } from './comparison.js';
import { excuseOf } from './excuses.js';
import { freshWorld } from './fresh-world.js';

/** The minimum number of requests repeated for a rule, if it has that many. */
const FIRST = 5;
/**
 * The maximum number of repetitions while nothing is reproduced, if a single response shows the difference by itself.
 */
const TIMES = 8;

/** A failed judge check, with its findings in the repeated responses. */
interface Doubt {
  readonly first: Result;
  readonly requests: readonly SeenRequest[];
  /** The kinds of place with a finding in an earlier run. */
  readonly known: Set<string>;
  /** The findings at kinds of place that an earlier run had found too. */
  readonly shown: Evidence[];
  /** The world of the last repetition, whose session can repeat a request. */
  world: World;
  /** The maximum number of repetitions of its requests. */
  readonly times: number;
}

/**
 * Re-runs the failed judge rules of one operation on new responses to the same requests; each response serves all of
 * them. A difference that one body shows by itself does not depend on other responses, so it counts whenever it occurs
 * again: a target with varying responses need not break the same record twice in a row.
 */
export async function rerunJudges(
  input: RunInput,
  ledger: RequestLedger,
  failed: readonly Result[],
): Promise<Result[]> {
  const doubts = failed.map((first) => doubtOf(first, freshWorld(input, ledger, true)));
  let last: Answer | undefined;
  let cut: Inconclusive | null = null;
  let unanswered: Answer | undefined;
  for (let time = 0; time < TIMES && cut === null; time += 1) {
    const open = doubts.filter(({ times, shown }) => time < times && shown.length === 0);
    if (open.length === 0) break;
    const looks = open.map((doubt) => ({ doubt, state: new JudgeState(doubt.first.check.rule as JudgeRule) }));
    const world = freshWorld(input, ledger, true, (seen) => {
      for (const { doubt, state } of looks) if (doubt.first.check.operation === seen.operation) state.accept(seen);
    });
    try {
      for (const { operation, params, query, headers, unanswered: isOpen = false } of requestsOf(open)) {
        const asked = { operation, params, query, valid: !isOpen, ...(headers !== undefined && { headers }) };
        last = await world.session.ask(asked);
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
  return Promise.all(
    doubts.map(async (doubt) => {
      const ofTotals = (shown: Evidence) => excuseOfTotals(input, ledger, doubt.first, shown);
      return settled(doubt, { last, unanswered, cut }, ofTotals);
    }),
  );
}

/** How the re-runs went. */
interface Course {
  readonly last: Answer | undefined;
  /** The first response that the target did not send itself, or a missing one. */
  readonly unanswered: Answer | undefined;
  /** Why no more requests could be sent; `null` where all were. */
  readonly cut: Inconclusive | null;
}

async function settled(
  { first, shown: evidence, world }: Doubt,
  { last, unanswered, cut }: Course,
  ofTotals: (shown: Evidence) => Promise<string | null>,
): Promise<Result> {
  const [shown] = evidence;
  if (shown !== undefined) {
    const excuse = (await excuseOf(world, first, shown)) ?? (await ofTotals(shown));
    return excuse === null
      ? { ...withoutEvidence(first.check, 'fail', null), evidence }
      : unconfirmed(first, excuse, last, causeOf(shown.answer));
  }
  if (unanswered !== undefined) return unconfirmed(first, unanswered.summary, unanswered, causeOf(unanswered));
  return unconfirmed(first, cut?.message ?? 'a re-run of the check did not find it', last, cut?.blockedBy);
}

function doubtOf(first: Result, world: World): Doubt {
  const alone = first.evidence.every(({ seen }) => seen?.hasBody);
  return {
    first,
    requests: requestsBehind(first.evidence),
    known: new Set(first.evidence.map(placeOf)),
    shown: [],
    world,
    times: alone ? TIMES : 1,
  };
}

/** Adds the findings of one more repetition. */
function take({ known, shown }: Doubt, { evidence }: JudgeState): void {
  shown.push(...evidence.filter((one) => known.has(placeOf(one))));
  for (const one of evidence) known.add(placeOf(one));
}

function requestsOf(doubts: readonly Doubt[]): SeenRequest[] {
  return eachOnce(doubts.flatMap(({ requests }) => requests));
}

/** The requests behind the evidence: the first of them, and others until each kind of place is covered. */
function requestsBehind(evidence: readonly Evidence[]): SeenRequest[] {
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

function eachOnce(seen: readonly SeenRequest[]): SeenRequest[] {
  return [...new Map(seen.map((one) => [`${one.answer.request.url} ${JSON.stringify(one.headers)}`, one])).values()];
}
