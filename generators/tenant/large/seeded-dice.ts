import type { Dice } from '../random.js';

/** From one state to the next. */
const STEP = 0x9e3779b9;

/**
 * Random numbers that follow from a key: the same key gives the same numbers, whatever was drawn before. So a record can
 * be made from its position, without those before it. One object serves all keys, in turn.
 */
export class SeededDice implements Dice {
  #state = 0;
  readonly #origin: number;

  constructor(seed: number) {
    this.#origin = mixed(seed ^ STEP);
  }

  /** Starts the numbers of a key: what is made, and for which positions. */
  start(purpose: number, position: number, other = 0): this {
    this.#state = mixed(mixed(this.#origin ^ position) + Math.imul(other, 0x85ebca6b) + purpose);
    return this;
  }

  /** Leaves out the next numbers of the key: later ones do not depend on them. */
  skip(count: number): this {
    this.#state = (this.#state + Math.imul(count, STEP)) | 0;
    return this;
  }

  float(): number {
    return this.bits() / 2 ** 32;
  }

  int(max: number): number {
    return Math.floor(this.float() * (max + 1));
  }

  /** The next 32 bits. */
  bits(): number {
    this.#state = (this.#state + STEP) | 0;
    return mixed(this.#state) >>> 0;
  }
}

/** A 32-bit number whose bits all depend on those of another one, and no two from the same. */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return bits ^ (bits >>> 15);
}
