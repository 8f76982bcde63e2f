import picocolors from 'picocolors';

/** The output settings of the summary: a palette, which may be colourless, and the width in terminal columns. */
export interface Paper {
  readonly colors: ReturnType<typeof picocolors.createColors>;
  readonly width: number;
}

/** Output settings with a width of at least 60 columns. */
export function paper(color: boolean, width: number): Paper {
  return { colors: picocolors.createColors(color), width: Math.max(60, width) };
}
