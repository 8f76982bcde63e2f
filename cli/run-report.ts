import type { ValidateFunction } from 'ajv';
import { type Verification, verified } from '../engine/report/integrity.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { RunReport } from '../schemas/generated/touchstone.js';
import { readBounded } from './bounded-file.js';
import { parseJson } from './config/json.js';
import { FORMAT, inCurrentWords, isReadable } from './former-report.js';

const HINT = 'Give the file of --report json=FILE, whole and as it was written.';
const WANTED = { megabytes: 256, hint: HINT };

/** Why a value is no run report of a version that is read here; `null` where its format is known. */
function otherFormat(json: unknown): string | null {
  const { format, touchstone } = (json ?? {}) as { format?: unknown; touchstone?: unknown };
  if (isReadable(format)) return null;
  if (typeof format !== 'string' || !format.startsWith('touchstone.run-report/')) {
    return 'is no run report of touchstone';
  }
  const by = typeof touchstone === 'string' ? ` of touchstone ${touchstone}` : '';
  return `is a run report in the format ${format}${by}, and this version reads ${FORMAT}`;
}

/** A run report as it was read, and the first place at which it breaks its schema; `null` where it keeps it. */
interface ReadReport {
  readonly report: RunReport;
  /** As it was written, in the words of its own format: what its certificate is of. */
  readonly original: RunReport;
  readonly broken: string | null;
}

/** Reads what says that it is a run report; throws a UsageError that names the file for what is none. */
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
  return { ...read, broken: place || 'its top' };
}

function notRead(file: string, place: string): UsageError {
  return new UsageError(`${file} is no run report that this version of touchstone reads, first at ${place}`, HINT);
}

/** What a run report says of itself, and whether its certificate bears it out; `null` where it has none. */
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
  // An edit may break the schema too: then the hashes say what was edited. Where they do not, it was not the report.
  if (broken !== null && verification.edited.length === 0 && verification.whole) throw notRead(file, broken);
  return { report, verification };
}

/**
 * Reads a run report; throws a UsageError that names the file, and the place in it, for one that is cut short, too large,
 * of another version, or was changed after it was written.
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
