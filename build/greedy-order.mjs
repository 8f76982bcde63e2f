/**
 * The units in the order in which each adds most for the requests that it adds (greedy weighted set cover). `deviations`:
 * `{ kind, units, first, each }`, where `first` counts for the first deviation of a kind that is noticed. Returns
 * `{ id, requests, alone, gain }`; a unit that adds nothing is absent.
 */
export function orderOf(units, deviations) {
  const ofUnit = new Map(units.map((unit) => [unit, []]));
  for (const deviation of deviations) for (const unit of new Set(deviation.units)) ofUnit.get(unit).push(deviation);
  const [sent, noticed, kinds, order] = [new Set(), new Set(), new Set(), []];
  const gainOf = (unit) => {
    const fresh = ofUnit.get(unit).filter((one) => !noticed.has(one));
    const added = new Map(fresh.filter(({ kind }) => !kinds.has(kind)).map(({ kind, first }) => [kind, first]));
    return fresh.reduce((sum, { each }) => sum + each, 0) + [...added.values()].reduce((sum, first) => sum + first, 0);
  };
  let left = units;
  while (left.length > 0) {
    const rated = left
      .map((unit) => ({ unit, gain: gainOf(unit), requests: unit.requests.filter((one) => !sent.has(one)).length }))
      .filter(({ gain }) => gain > 0);
    const [best] = rated.toSorted((one, other) => ratio(other) - ratio(one));
    if (best === undefined) break;
    const { unit, gain, requests } = best;
    for (const one of unit.requests) sent.add(one);
    for (const one of ofUnit.get(unit)) {
      noticed.add(one);
      kinds.add(one.kind);
    }
    order.push({ id: unit.id, requests, alone: unit.requests.length, gain });
    left = rated.map((one) => one.unit).filter((one) => one !== unit);
  }
  return order;
}

/** A unit that sends nothing more comes first. */
const ratio = ({ gain, requests }) => gain / (requests || 0.1);
