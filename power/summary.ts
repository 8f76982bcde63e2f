import type { ClauseId } from '../contract/clauses/index.js';
import type { Operation } from '../contract/types.js';
import type { Fault } from '../faults/fault.js';
import type { Power } from '../schemas/generated/touchstone.js';
import type { Judgement } from './judgement.js';

type Share = Power['byLevel']['must'];
type BlindSpot = Power['blindSpots'][number];

/** A fault with what the checks made of it. */
interface Judged {
  readonly fault: Fault;
  readonly judgement: Judgement;
}

/** The power of a run, from the judgements of its faults. */
export function powerOf(
  faults: readonly Fault[],
  judgements: readonly Judgement[],
  operations: readonly Operation[],
  { extent, durationMs }: Pick<Power, 'extent' | 'durationMs'>,
): Power {
  const byId = new Map(judgements.map((judgement) => [judgement.fault, judgement]));
  const judged = faults.flatMap((fault): Judged[] => {
    const judgement = byId.get(fault.id);
    return judgement === undefined ? [] : [{ fault, judgement }];
  });
  const count = (outcome: Judgement['outcome']) => judged.filter((one) => one.judgement.outcome === outcome).length;
  const rules = [...new Set(judged.flatMap(({ fault }) => fault.breaks))].toSorted();
  const named = operations.map(({ id }) => id).filter((id) => judged.some(({ fault }) => fault.operation === id));
  const ofLevel = (level: Fault['level']) => shareOf(judged.filter(({ fault }) => fault.level === level));
  return {
    extent,
    ...shareOf(judged),
    inconclusive: count('inconclusive'),
    unchanged: count('unchanged'),
    durationMs: Math.round(durationMs),
    byLevel: { must: ofLevel('must'), should: ofLevel('should') },
    byRule: rules
      .map((rule) => ({ rule, ...shareOf(judged.filter(({ fault }) => fault.breaks.includes(rule))) }))
      .filter(({ injected }) => injected > 0),
    byOperation: named.map((operation) => ({
      operation,
      ...shareOf(judged.filter(({ fault }) => fault.operation === operation)),
    })),
    blindSpots: blindSpots(judged, operations),
  };
}

function shareOf(judged: readonly Judged[]): Share {
  const noticed = judged.filter(({ judgement }) => judgement.outcome === 'noticed').length;
  const missed = judged.filter(({ judgement }) => judgement.outcome === 'missed').length;
  return { injected: noticed + missed, noticed };
}

/** What was missed, and what could not be injected because the check that would see it lacks data. */
function blindSpots(judged: readonly Judged[], operations: readonly Operation[]): BlindSpot[] {
  const spots = new Map<string, Judged[]>();
  for (const one of judged) {
    const { fault, judgement } = one;
    const hidden = judgement.outcome === 'unchanged' && judgement.blind.length > 0;
    if (judgement.outcome !== 'missed' && !hidden) continue;
    const key = JSON.stringify([fault.operation, fault.breaks[0]]);
    spots.set(key, [...(spots.get(key) ?? []), one]);
  }
  return [...spots].map(([key, own]) => {
    const [id, rule] = JSON.parse(key) as [string, ClauseId];
    const operation = operations.find((one) => one.id === id);
    return {
      operation: id,
      rule,
      ...explained(own, rule, operation),
      missed: own.filter(({ judgement }) => judgement.outcome === 'missed').length,
      faults: own.map(({ fault }) => fault.id),
    };
  });
}

function explained(
  own: readonly Judged[],
  rule: ClauseId,
  operation: Operation | undefined,
): Pick<BlindSpot, 'cause' | 'reason' | 'remedy'> {
  const blind = own.flatMap(({ judgement }) => judgement.blind);
  const lacking = blind.find(({ failed }) => !failed);
  if (lacking !== undefined) return { cause: 'data', reason: lacking.reason, remedy: remedyFor(operation, rule) };
  if (blind.length > 0) {
    const reason = 'the check that would notice it fails on this target anyway';
    return { cause: 'target', reason, remedy: 'Fix what the check reports, and run again.' };
  }
  const reason = 'the checks passed, and none of them sees this deviation in these responses';
  return { cause: 'suite', reason, remedy: 'Other data may show it; otherwise touchstone has no check that sees it.' };
}

/** What a person can do about a check that lacks data. */
function remedyFor(operation: Operation | undefined, rule: ClauseId): string {
  const fixtures = (operation?.parameters ?? []).flatMap((one) =>
    one.in === 'path' && one.fixture !== null ? [one.fixture] : [],
  );
  if (operation?.success.item === undefined || fixtures.length === 0)
    return 'Check a tenant with more or other records.';
  const given = fixtures.map((fixture) => `--fixture ${fixture}=ID`).join(' ');
  return `Give ${given} of a record ${rule === 'relations.empty-parent' ? 'without' : 'with more'} children.`;
}
