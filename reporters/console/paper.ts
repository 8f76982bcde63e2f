import picocolors from 'picocolors';

/** What the parts of the summary are written on: a palette that may be colourless, and the width in characters. */
export interface Paper {
  readonly colors: ReturnType<typeof picocolors.createColors>;
  readonly width: number;
}

/** Paper of a width of at least 60 characters. */
export function paper(color: boolean, width: number): Paper {
  return { colors: picocolors.createColors(color), width: Math.max(60, width) };
}
