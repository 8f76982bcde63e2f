import type { RunReport } from '../../schemas/generated/touchstone.js';

type Observation = RunReport['observations'][number];

/** A change of unspecified behaviour between two runs. */
export interface ObservationChange {
  readonly operation: string;
  readonly clause: string;
  readonly was: readonly string[];
  readonly is: readonly string[];
}

/** A field whose JSON types changed: `null`, `absent` and `never seen` are among them. */
export interface ShapeChange {
  readonly operation: string;
  readonly field: string;
  readonly was: string;
  readonly is: string;
}

const NEVER = 'never seen';

/** A value without counts and with sorted lists, because counts and order depend on the data, not on the target. */
export function meaning(value: string): string {
  const parts = value.replace(/ \([\d,]+\)/g, '').split('; ');
  const ordered = parts.map((part) => {
    const [list = '', ...labels] = part.split(': ').reverse();
    return [...labels.reverse(), list.split(', ').sort().join(', ')].join(': ');
  });
  return ordered.join('; ');
}

function keyOf({ operation, clause }: Observation): string {
  return `${operation} ${clause}`;
}

function byKey(observations: readonly Observation[]): Map<string, Observation[]> {
  const groups = new Map<string, Observation[]>();
  for (const one of observations) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/**
 * The observations of the same gap and operation that differ between both runs. Where the text depends on random choices,
 * only observations that contradict each other.
 */
export function observationChanges(before: RunReport, after: RunReport): ObservationChange[] {
  const isText = ({ fields, readings }: Observation) => fields === undefined && readings === undefined;
  const earlier = byKey(before.observations.filter(isText));
  const later = byKey(after.observations.filter(isText));
  const texts = [...later].flatMap(([key, now]) => {
    const then = earlier.get(key);
    const [first] = now;
    if (then === undefined || first === undefined) return [];
    const known = new Set(then.map(({ value }) => meaning(value)));
    const seen = new Set(now.map(({ value }) => meaning(value)));
    const was = then.map(({ value }) => value).filter((value) => !seen.has(meaning(value)));
    const is = now.map(({ value }) => value).filter((value) => !known.has(meaning(value)));
    if (was.length + is.length === 0) return [];
    return [{ operation: first.operation, clause: first.clause, was, is }];
  });
  return [...texts, ...contradictions(before, after)];
}

/** Observations that no single reading explains in both runs; something that only one run shows is not a change. */
function contradictions(before: RunReport, after: RunReport): ObservationChange[] {
  const readingsIn = ({ observations }: RunReport) =>
    byKey(observations.filter(({ readings }) => readings !== undefined));
  const earlier = readingsIn(before);
  return [...readingsIn(after)].flatMap(([key, now]) => {
    const [then, is] = [earlier.get(key) ?? [], now].map(
      (list) => new Map(list.flatMap(({ readings = {} }) => Object.entries(readings))),
    ) as [Map<string, string[]>, Map<string, string[]>];
    return [...is].flatMap(([about, names]) => {
      const known = then.get(about);
      if (known === undefined || known.some((name) => names.includes(name))) return [];
      const { operation, clause } = now[0] as Observation;
      return [{ operation, clause, was: [`${about}: ${known.join(' or ')}`], is: [`${about}: ${names.join(' or ')}`] }];
    });
  });
}

/** The fields whose observed JSON types differ between the runs, within what the document allows. */
export function shapeChanges(before: RunReport, after: RunReport): ShapeChange[] {
  const earlier = new Map(before.observations.flatMap((one) => (one.fields ? [[keyOf(one), one.fields]] : [])));
  return after.observations.flatMap((one) => {
    const then = earlier.get(keyOf(one));
    const now = one.fields;
    if (then === undefined || now === undefined) return [];
    const names = [...new Set([...Object.keys(then), ...Object.keys(now)])];
    return names.flatMap((field) => {
      const [was, is] = [typesIn(then, field), typesIn(now, field)];
      return was === is ? [] : [{ operation: one.operation, field, was, is }];
    });
  });
}

function typesIn(fields: Readonly<Record<string, string>>, name: string): string {
  const types = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return types === undefined || types === '' || types === 'absent' ? NEVER : types;
}
