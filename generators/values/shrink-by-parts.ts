import fc from 'fast-check';

/** The smallest part that is removed from a text is an eighth of it, because every shrink step costs requests. */
const SMALLEST_PART = 8;

/** The same texts; once they do not shrink further on their own, they shrink by removing characters. */
export function shrinkByParts(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return new ShrinkByParts(texts);
}

class ShrinkByParts extends fc.Arbitrary<string> {
  readonly #texts: fc.Arbitrary<string>;

  constructor(texts: fc.Arbitrary<string>) {
    super();
    this.#texts = texts;
  }

  generate(random: fc.Random, biasFactor: number | undefined): fc.Value<string> {
    return this.#texts.generate(random, biasFactor);
  }

  canShrinkWithoutContext(value: unknown): value is string {
    return typeof value === 'string';
  }

  /** A text with removed characters has no context and continues to shrink by removing characters. */
  shrink(text: string, context: unknown): fc.Stream<fc.Value<string>> {
    const shorter = fc.stream(withoutParts(text)).map((one) => new fc.Value(one, undefined));
    return context === undefined ? shorter : this.#texts.shrink(text, context).join(shorter);
  }
}

function* withoutParts(text: string): IterableIterator<string> {
  const characters = [...text];
  const smallest = Math.max(1, Math.floor(characters.length / SMALLEST_PART));
  for (let size = Math.ceil(characters.length / 2); size >= smallest; size = Math.floor(size / 2)) {
    for (let at = 0; at < characters.length; at += size) yield characters.toSpliced(at, size).join('');
  }
}
