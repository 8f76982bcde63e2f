import { kindOfPlace } from '../../../schemas/json-pointer.js';
import type { Answer } from '../../client/answer.js';
import { causeOf } from '../../client/cause.js';
import type { Cause } from '../../client/failure.js';
import type { Evidence } from '../../session/ask-context.js';
import type { World } from '../../session/world.js';
import type { Result } from '../result.js';
import { awayOf, isTransient } from './excuses.js';

/**
 * The result of two runs of a check: a difference counts if both show it at the same kind of place, on whichever
 * record, and the target is available.
 */
export async function compared(world: World, first: Result, last: Result): Promise<Result> {
  if (last.outcome === 'error') return last;
  const evidence = sharedEvidence(first, last);
  const [shown] = evidence;
  if (shown !== undefined) {
    const excuse = (await awayOf(world, shown.answer)) ?? (await isTransient(world, shown));
    return excuse === null
      ? { ...last, outcome: 'fail', reason: null, evidence }
      : unconfirmed(first, excuse, shown.answer, causeOf(shown.answer));
  }
  if (last.cause) return unconfirmed(first, last.reason ?? last.cause, last.last, last.cause);
  if (last.outcome === 'fail') {
    return unconfirmed(
      first,
      `each run of the check found it at a different place: ${placesIn([first, last])}`,
      last.last,
    );
  }
  const why = last.reason === null ? '' : `: ${last.reason}`;
  return unconfirmed(first, `a re-run of the check did not find it${why}`, last.last);
}

/** Whether another run of a check shows a difference at the same kind of place, or cannot show any more. */
export function reproduces(first: Result, last: Result): boolean {
  return last.outcome === 'error' || Boolean(last.cause) || sharedEvidence(first, last).length > 0;
}

/** What another run of a check shows at the same kinds of places as the first. */
function sharedEvidence(first: Result, last: Result): readonly Evidence[] {
  const known = new Set(first.evidence.map(placeOf));
  return last.evidence.filter((one) => known.has(placeOf(one)));
}

/**
 * The inconclusive result of a check whose failure was not confirmed; `cause` says why the target did not respond to
 * the re-run.
 */
export function unconfirmed(first: Result, reason: string, second?: Answer, cause: Cause | null = null): Result {
  const what = cause === null ? 'not reproduced' : 'found once, and the re-run got no response';
  return { ...first, outcome: 'inconclusive', reason: `${what}: ${reason}`, second, cause };
}

/** The kind of place of a difference. */
export function placeOf({ difference }: Evidence): string {
  return kindOfPlace(difference.at);
}

function placesIn(looks: readonly Result[]): string {
  const first = looks.flatMap(({ evidence }) => (evidence[0] === undefined ? [] : [placeOf(evidence[0])]));
  return first.map((place) => place || 'the body').join(', then ');
}
