import type { SeededDice } from './seeded-dice.js';

const ROUNDS = 4;
const HALF = 16;
const LOW = 0xffff;
const HEX = Array.from({ length: LOW + 1 }, (_, bits) => bits.toString(16).padStart(4, '0'));

/** Ids from which the position can be computed: no table of a million ids is kept. */
export class UserIds {
  constructor(
    private readonly dice: SeededDice,
    private readonly purpose: number,
  ) {}

  /** The id at a position, a version 4 UUID. Its first 32 bits are the position, encrypted. */
  at(position: number): string {
    const first = this.#encrypted(position);
    this.dice.start(this.purpose, position);
    const [second, third, fourth] = [this.dice.bits(), this.dice.bits(), this.dice.bits()];
    return [
      hex(first >>> HALF) + hex(first),
      hex(second),
      hex(0x4000 | (third & 0x0fff)),
      hex(0x8000 | ((third >>> HALF) & 0x3fff)),
      hex(fourth >>> HALF) + hex(fourth) + hex(second >>> HALF),
    ].join('-');
  }

  /** The position of an id, which may be one that no record has. */
  positionOf(id: string): number {
    return this.#decrypted(Number.parseInt(id.slice(0, 8), 16));
  }

  /** A Feistel cipher: it maps each number to another one, and back. */
  #encrypted(position: number): number {
    let [left, right] = [position >>> HALF, position & LOW];
    for (let round = 0; round < ROUNDS; round += 1) [left, right] = [right, left ^ this.#key(right, round)];
    return ((left << HALF) | right) >>> 0;
  }

  #decrypted(bits: number): number {
    let [left, right] = [bits >>> HALF, bits & LOW];
    for (let round = ROUNDS - 1; round >= 0; round -= 1) [left, right] = [right ^ this.#key(left, round), left];
    return ((left << HALF) | right) >>> 0;
  }

  #key(half: number, round: number): number {
    return this.dice.start(this.purpose, half, round + 1).bits() & LOW;
  }
}

function hex(bits: number): string {
  return HEX[bits & LOW] as string;
}
