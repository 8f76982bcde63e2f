import type { ValidateFunction } from 'ajv';
import { type Verification, verified } from '../engine/report/integrity.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { readBounded } from './bounded-file.js';
import { parseJson } from './config/json.js';
import { FORMAT, inCurrentWords, isReadable } from './former-report.js';

const HINT = 'Give the complete and unchanged file that --report json=FILE wrote.';
/** The maximum size of a run report in megabytes: its text and its values together take several times as much memory. */
export const MAX_REPORT_MEGABYTES = 64;
const WANTED = { megabytes: MAX_REPORT_MEGABYTES, hint: HINT };

/** Why a value is not a run report that this version reads; `null` if its format is known. */
function otherFormat(json: unknown): string | null {
  const { format, touchstone } = (json ?? {}) as { format?: unknown; touchstone?: unknown };
  if (isReadable(format)) return null;
  if (typeof format !== 'string' || !format.startsWith('touchstone.run-report/')) {
    return 'is not a touchstone run report';
  }
  const by = typeof touchstone === 'string' ? ` of touchstone ${touchstone}` : '';
  return `is a run report in the format ${format}${by}; this version reads ${FORMAT}`;
}

/** A run report, and the first place that does not match its schema; `null` if it is valid. */
interface ReadReport {
  readonly report: RunReport;
  /** The report in its original format, which its certificate covers. */
  readonly original: RunReport;
  readonly broken: string | null;
}

/** Reads a file that declares a run report format; throws a UsageError that names the file otherwise. */
async function readAny(cwd: string, file: string): Promise<ReadReport> {
  const json = parseJson(file, await readBounded(cwd, file, WANTED), HINT);
  const other = otherFormat(json);
  if (other !== null) throw new UsageError(`${file} ${other}`, HINT);
  const { runReport } = await import('../schemas/generated/validators-touchstone.js');
  const validate = runReport as unknown as ValidateFunction;
  const current = inCurrentWords(json);
  const read = { report: current as RunReport, original: json as RunReport };
  if (validate(current)) return { ...read, broken: null };
  const [error] = validate.errors ?? [];
  const member = error?.params.missingProperty ?? error?.params.additionalProperty;
  const place = `${error?.instancePath}${member === undefined ? '' : `/${member}`}`;
  return { ...read, broken: place || 'the top level' };
}

function notRead(file: string, place: string): UsageError {
  return new UsageError(
    `${file} is not a valid run report for this version of touchstone; first error at ${place}`,
    HINT,
  );
}

/** A run report and the verification of its certificate; `null` if it has none. */
export async function verifyRunReport(
  cwd: string,
  file: string,
): Promise<{ readonly report: RunReport; readonly verification: Verification | null }> {
  const { report, original, broken } = await readAny(cwd, file);
  const { certificate } = original;
  const hashed = typeof certificate?.parts === 'object' && typeof certificate.digest === 'string';
  if (broken !== null && !hashed) throw notRead(file, broken);
  if (certificate === undefined) return { report, verification: null };
  const verification = verified({ ...original, certificate });
  // An edit may break the schema too; the hashes then name the edited part. If they match, the file was never valid.
  if (broken !== null && verification.edited.length === 0 && verification.whole) throw notRead(file, broken);
  return { report, verification };
}

/**
 * Reads a run report. Throws a UsageError that names the file, and the place in it, if the report is truncated, too
 * large, of another version, or was changed after it was written.
 */
export async function readRunReport(cwd: string, file: string): Promise<RunReport> {
  const { report, original, broken } = await readAny(cwd, file);
  if (broken !== null) throw notRead(file, broken);
  const { certificate } = original;
  if (certificate === undefined) return report;
  const { edited, whole } = verified({ ...original, certificate });
  if (edited.length === 0 && whole) return report;
  const what = edited.length > 0 ? `at /${edited.join(', /')}` : 'at /certificate';
  throw new UsageError(`${file} was changed after it was written, ${what}`, HINT);
}
