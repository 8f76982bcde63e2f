/** The format of run reports that this version writes. */
export const FORMAT = 'touchstone.run-report/2';
/** The previous format, which had another word for inconclusive. */
const FORMER = 'touchstone.run-report/1';
const WORDS: Readonly<Record<string, string>> = { undecided: 'inconclusive' };

/** Whether this version reads run reports of a format. */
export function isReadable(format: unknown): boolean {
  return format === FORMAT || format === FORMER;
}

/**
 * Converts a run report of the previous format to the current one. Drops its certificate, which covers the original
 * text. Returns anything else unchanged.
 */
export function inCurrentWords(json: unknown): unknown {
  const report = json as Readonly<Record<string, unknown>> | null;
  if (report?.format !== FORMER) return json;
  const { certificate: _former, ...content } = report;
  const { gate } = content;
  return {
    ...content,
    format: FORMAT,
    verdict: inWords(content.verdict),
    ...(isObject(gate) && { gate: { ...gate, state: inWords(gate.state) } }),
  };
}

function inWords(value: unknown): unknown {
  return typeof value === 'string' && Object.hasOwn(WORDS, value) ? WORDS[value] : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
