import type { Fault } from '../faults/fault.js';

/** About this many faults: a share of each operator, at least one, evenly spread; the same ones each time. */
export function sampleOf(faults: readonly Fault[], most: number): Fault[] {
  const operators = new Map<string, Fault[]>();
  for (const fault of faults) operators.set(fault.operator, [...(operators.get(fault.operator) ?? []), fault]);
  const share = Math.min(1, most / faults.length);
  return [...operators.values()].flatMap((own, index) => {
    const count = Math.max(1, Math.round(own.length * share));
    // The operators begin at different operations, so that each of these gets its part.
    const shift = (index * 7) % own.length;
    return Array.from(
      { length: count },
      (_unused, at) => own[(shift + Math.floor((at * own.length) / count)) % own.length] as Fault,
    );
  });
}
