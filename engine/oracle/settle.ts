/**
 * What one response says about readings. The readings of each of its fields, and the null policies, are grouped into
 * classes with the same outcome; `cost` is the number of records that differ under each combination of classes: the
 * class of the policy first, then those of the fields, the last one varying fastest. A cost of 0 means that the
 * combination explains the response.
 */
export interface Evidence {
  readonly fields: readonly string[];
  /** For each field, the class of each of its readings. */
  readonly classOf: readonly (readonly number[])[];
  /** For each field, the number of its classes. */
  readonly counts: readonly number[];
  /** The class of each policy. */
  readonly policyClassOf: readonly number[];
  readonly cost: Int32Array;
}

/** The readings that explain most responses. */
export interface Settled {
  /** The policies that explain the same responses as the best one, which comes first. */
  readonly policies: readonly number[];
  /** For each field, the readings that explain the same responses as the best one, which comes first. */
  readonly readings: ReadonlyMap<string, readonly number[]>;
  /** Only the usual readings were tried, because they explain everything. */
  readonly usual?: true;
}

/**
 * Finds the readings that explain the largest number of answers: one null policy for all, and one reading for each
 * field. It does not depend on the order of the answers. Where a policy and readings explain every answer, each of
 * them stays in what is found, so that a target that is consistent in any way that is known is never accused. Where
 * none does, the target contradicts itself, and the answers to accuse are those that the best reading does not
 * explain: the one with most answers, then the one with fewest records that differ, then the most usual one.
 *
 * For a policy, each field is settled first by the answers to filters on it alone, then by all answers, given what the
 * other fields can still be; readings that do not explain the same answers are never kept together.
 */
export function settle(given: readonly Evidence[], policyCount: number): Settled {
  // A response with the same cost under every reading says nothing about readings.
  const evidence = given.filter(({ cost }) => cost.some((own) => own !== cost[0]));
  const classes = evidence.map(({ policyClassOf }) => policyClassOf);
  const tried = alike(policyCount, classes).map((policies) => {
    const readings = settleFields(evidence, policies[0] as number);
    return { policies, readings, ...score(evidence, policies[0] as number, readings) };
  });
  const [best, ...others] = bestFirst(tried);
  if (best === undefined) return { policies: [], readings: new Map() };
  return { policies: [best, ...others].flatMap(({ policies }) => policies), readings: best.readings };
}

interface Score {
  readonly explained: number;
  readonly cost: number;
  readonly pattern: string;
}

function score(evidence: readonly Evidence[], policy: number, readings: Settled['readings']): Score {
  let [explained, cost, pattern] = [0, 0, ''];
  for (const one of evidence) {
    const own = cheapest(one, policy, readings).cost;
    cost += own;
    if (own === 0) explained += 1;
    pattern += own === 0 ? '1' : '0';
  }
  return { explained, cost, pattern };
}

/** The best of some scores, followed by those that explain the same responses; the first of equals is the best. */
function bestFirst<T extends Score>(tried: readonly T[]): T[] {
  let [best] = tried;
  if (best === undefined) return [];
  for (const one of tried) {
    if (one.explained > best.explained || (one.explained === best.explained && one.cost < best.cost)) best = one;
  }
  const { pattern } = best;
  return [best, ...tried.filter((one) => one !== best && one.pattern === pattern)];
}

/** Groups numbers below a count that have the same class in every list of classes; the smallest of a group is first. */
function alike(count: number, classesOf: readonly (readonly number[])[]): number[][] {
  const groups = new Map<string, number[]>();
  for (let index = 0; index < count; index += 1) {
    const key = classesOf.map((classOf) => classOf[index]).join(',');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  }
  return [...groups.values()];
}

function settleFields(evidence: readonly Evidence[], policy: number): Map<string, readonly number[]> {
  const readings = new Map<string, readonly number[]>();
  const fields = [...new Set(evidence.flatMap((one) => one.fields))].sort();
  const uses = fields.map((field) => evidence.filter((one) => one.fields.includes(field)));
  for (const [index, field] of fields.entries()) {
    const alone = (uses[index] as Evidence[]).filter((one) => one.fields.length === 1);
    if (alone.length > 0) readings.set(field, settleField(alone, field, policy, readings));
  }
  for (const [index, field] of fields.entries()) {
    const own = uses[index] as Evidence[];
    if (own.some((one) => one.fields.length > 1)) readings.set(field, settleField(own, field, policy, readings));
  }
  return readings;
}

/** The readings of a field that explain most responses, given the possible readings of the other fields. */
function settleField(
  evidence: readonly Evidence[],
  field: string,
  policy: number,
  others: ReadonlyMap<string, readonly number[]>,
): readonly number[] {
  const classes = evidence.map(({ fields, classOf }) => classOf[fields.indexOf(field)] as readonly number[]);
  const tried = alike(classes[0]?.length ?? 0, classes).map((group) => {
    const own = new Map(others).set(field, group.slice(0, 1));
    return { group, ...score(evidence, policy, own) };
  });
  return bestFirst(tried).flatMap(({ group }) => group);
}

/**
 * The combination of classes with the smallest cost among those that a policy and readings allow: the cost and the
 * class of each field. A field without readings here may be any.
 */
export function cheapest(
  { fields, classOf, counts, policyClassOf, cost }: Evidence,
  policy: number,
  readings: ReadonlyMap<string, readonly number[]>,
): { readonly cost: number; readonly classes: readonly number[] } {
  const from = policyClassOf[policy] as number;
  let indexes = [from];
  for (let at = 0; at < fields.length; at += 1) {
    const count = counts[at] as number;
    const allowed = allowedClasses(classOf[at] as readonly number[], count, readings.get(fields[at] as string));
    const [only] = allowed;
    if (indexes.length === 1 && allowed.length === 1) indexes = [(indexes[0] as number) * count + (only as number)];
    else indexes = indexes.flatMap((index) => allowed.map((one) => index * count + one));
  }
  let best = indexes[0] as number;
  for (const index of indexes) if ((cost[index] as number) < (cost[best] as number)) best = index;
  return { cost: cost[best] as number, classes: digitsOf(best, counts) };
}

function allowedClasses(classOf: readonly number[], count: number, own: readonly number[] | undefined): number[] {
  if (own === undefined) return Array.from({ length: count }, (_unused, index) => index);
  if (own.length === 1) return [classOf[own[0] as number] as number];
  return [...new Set(own.map((reading) => classOf[reading] as number))];
}

/** The classes of the fields in a combination, whose policy class is left out. */
export function digitsOf(index: number, counts: readonly number[]): number[] {
  const digits = new Array<number>(counts.length);
  let rest = index;
  for (let at = counts.length - 1; at >= 0; at -= 1) {
    const count = counts[at] as number;
    digits[at] = rest % count;
    rest = Math.floor(rest / count);
  }
  return digits;
}
