/** One case of each `share`, from the first; all of them with `TOUCHSTONE_EACH=1`. CI has fifteen minutes for everything. */
export function oneIn<Case>(share: number, cases: readonly Case[]): Case[] {
  const each = Number(process.env.TOUCHSTONE_EACH ?? share);
  return cases.filter((_case, index) => index % each === 0);
}
