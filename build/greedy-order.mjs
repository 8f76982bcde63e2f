/**
 * The units in the order in which each adds most for the requests that it adds (greedy weighted set cover), together with
 * the others that then have all of their requests. The weights are those of a stage until so many requests are sent, then those of
 * the next one: `{ deviations, until }`, with deviations `{ kind, units, first, each }`, where `first` counts for the first
 * deviation of a kind that is noticed. Returns `{ id, requests, gain }` with all requests of a unit, and its gain by the last
 * weights; one that adds nothing is absent.
 */
export function orderOf(units, stages) {
  const order = stages.reduce((before, stage) => extended(before, units, stage), []);
  const { gainOf, add } = coverOf(units, stages.at(-1).deviations);
  return order.map((unit) => {
    const gain = gainOf([unit]);
    add(unit);
    return { id: unit.id, requests: unit.requests, gain };
  });
}

/** An order with the units that add most to it, until so many requests are sent. */
function extended(before, units, { deviations, until }) {
  const { freshOf, gainOf, add } = coverOf(units, deviations);
  const order = [...before];
  const sent = new Set(before.flatMap(({ requests }) => requests));
  before.forEach(add);
  let left = units.filter((unit) => !before.includes(unit));
  while (sent.size < until) {
    left = left.filter((unit) => freshOf(unit).length > 0);
    const ofOperation = new Map(
      left.map(({ operation }) => [operation, left.filter((one) => one.operation === operation)]),
    );
    const rated = left.map((unit) => {
      const own = new Set(unit.requests.filter((one) => !sent.has(one)));
      const isFree = (other) => other.requests.every((one) => sent.has(one) || own.has(one));
      const gain = gainOf(ofOperation.get(unit.operation).filter(isFree));
      return { unit, gain, requests: own.size };
    });
    const [best] = rated.toSorted((one, other) => ratio(other) - ratio(one));
    if (best === undefined) break;
    const { unit } = best;
    order.push(unit);
    for (const one of unit.requests) sent.add(one);
    add(unit);
    left = left.filter((one) => one !== unit);
  }
  return order;
}

/** What units notice of some deviations that those added before them do not. */
function coverOf(units, deviations) {
  const ofUnit = new Map(units.map((unit) => [unit, []]));
  for (const deviation of deviations) for (const unit of new Set(deviation.units)) ofUnit.get(unit).push(deviation);
  const [noticed, kinds] = [new Set(), new Set()];
  const freshOf = (unit) => ofUnit.get(unit).filter((one) => !noticed.has(one));
  const gainOf = (some) => {
    const fresh = new Set(some.flatMap(freshOf));
    const added = new Map();
    let sum = 0;
    for (const { kind, first, each } of fresh) {
      sum += each;
      if (!kinds.has(kind)) added.set(kind, first);
    }
    return sum + [...added.values()].reduce((all, first) => all + first, 0);
  };
  const add = (unit) => {
    for (const one of ofUnit.get(unit)) {
      noticed.add(one);
      kinds.add(one.kind);
    }
  };
  return { freshOf, gainOf, add };
}

/** A unit that sends nothing more comes first. */
const ratio = ({ gain, requests }) => gain / (requests || 0.1);
