import type { NumberedTexts } from '../collection.js';
import type { SeededDice } from './seeded-dice.js';

const ROUNDS = 4;
const HALF = 16;
const LOW = 0xffff;
const DIGITS = Buffer.from('0123456789abcdef');

/** Ids from which the position can be computed: no table of a million ids is kept. */
export class UserIds {
  /** The text of the id that is made, whose digits are replaced: to join texts takes three times as long. */
  readonly #text = Buffer.from('00000000-0000-4000-8000-000000000000');

  constructor(
    private readonly dice: SeededDice,
    private readonly purpose: number,
  ) {}

  /** The ids as numbers in their order: their first 32 bits. */
  readonly numbers: NumberedTexts = {
    at: (position) => this.#encrypted(position),
    textOf: (number) => this.at(this.#decrypted(number)),
  };

  /** The id at a position, a version 4 UUID. Its first 32 bits are the position, encrypted. */
  at(position: number): string {
    const first = this.#encrypted(position);
    this.dice.start(this.purpose, position);
    const [second, third, fourth] = [this.dice.bits(), this.dice.bits(), this.dice.bits()];
    this.#write(first, 0, 8);
    this.#write(second, 9, 13);
    this.#write(0x4000 | (third & 0x0fff), 14, 18);
    this.#write(0x8000 | ((third >>> HALF) & 0x3fff), 19, 23);
    this.#write(fourth, 24, 32);
    this.#write(second >>> HALF, 32, 36);
    return this.#text.toString('latin1');
  }

  /** Writes the lowest bits of a number as hexadecimal digits, from one index up to another one. */
  #write(bits: number, from: number, to: number): void {
    for (let [rest, index] = [bits, to - 1]; index >= from; index -= 1) {
      this.#text[index] = DIGITS[rest & 0xf] as number;
      rest >>>= 4;
    }
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
