/** A set of rows: bit `row & 31` of word `row >> 5`. Bits past the last row mean nothing and are masked by `Table.all`. */
export type Bits = Uint32Array;

export const emptyBits = (rows: number): Bits => new Uint32Array((rows + 31) >> 5);

export function fullBits(rows: number): Bits {
  const bits = emptyBits(rows).fill(0xffffffff);
  if ((rows & 31) !== 0) bits[bits.length - 1] = 2 ** (rows & 31) - 1;
  return bits;
}

export function setBit(bits: Bits, row: number): void {
  bits[row >> 5] = (bits[row >> 5] as number) | (1 << (row & 31));
}

export function clearBit(bits: Bits, row: number): void {
  bits[row >> 5] = (bits[row >> 5] as number) & ~(1 << (row & 31));
}

export const hasBit = (bits: Bits, row: number): boolean => ((bits[row >> 5] as number) & (1 << (row & 31))) !== 0;

/** How many bits of a word are set. */
export function countBits(word: number): number {
  let count = word - ((word >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The rows of a set, ascending. */
export function rowsOf(bits: Bits): number[] {
  const rows: number[] = [];
  bits.forEach((word, index) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) rows.push(index * 32 + 31 - Math.clz32(rest & -rest));
  });
  return rows;
}
