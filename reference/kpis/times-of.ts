/** The times of a list, which is read by position: a large tenant makes its elements anew for each read. */
export function timesOf<Of>(list: readonly Of[], timeOf: (one: Of) => number): Float64Array {
  const times = new Float64Array(list.length);
  const at = list.at.bind(list) as (position: number) => Of;
  for (let position = 0; position < times.length; position += 1) times[position] = timeOf(at(position));
  return times;
}
