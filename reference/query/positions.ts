/** The positions of a list in its own order: the numbers from 0 on. */
export function positions(count: number): Uint32Array {
  const order = new Uint32Array(count);
  for (let position = 0; position < count; position += 1) order[position] = position;
  return order;
}
