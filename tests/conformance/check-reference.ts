import { check } from '../../conformance/check.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { createReference, generateTenant, type Hook, type ReferenceOptions } from '../../reference/index.js';
import type { Check, RunReport } from '../../schemas/generated/touchstone.js';

/** Large enough for several pages of every list with the default page size, and quick to check. */
const tenant = generateTenant({
  seed: 7,
  sizes: { applications: 41, users: 137, subscriptions: 12, agreements: 31, contracts: 23 },
});

interface Given {
  readonly reference?: ReferenceOptions;
  readonly target?: Partial<TargetOptions>;
  readonly options?: CheckOptions;
}

/** Checks a reference implementation on its own port, with its fixtures and its token. */
export async function checkReference({ reference = {}, target = {}, options = {} }: Given): Promise<RunReport> {
  const own = 'tenant' in reference || 'sizes' in reference ? {} : { tenant };
  const server = createReference({ ...own, ...reference });
  try {
    const { url } = await server.listen();
    const fixtures = Object.fromEntries(Object.entries(server.fixtures).filter(([, id]) => id !== ''));
    return await check({ baseUrl: url, token: server.token, fixtures, ...target }, { seed: 1, ...options });
  } finally {
    await server.close();
  }
}

/** The outcome of one check, as `operation/rule`, of a reference that hooks change. */
export async function outcomeOf(
  id: string,
  hooks: readonly Hook[],
  reference: Omit<ReferenceOptions, 'hooks'> = {},
): Promise<Check['outcome'] | undefined> {
  const [operation = '', rule = ''] = id.split('/');
  const options = { operations: [operation], rules: [rule] };
  const report = await checkReference({ reference: { ...reference, hooks }, options });
  return report.checks.find((check) => check.id === id)?.outcome;
}

/** The checks with an outcome, as `operation/rule`. */
export function idsOf(report: RunReport, outcome: Check['outcome']): string[] {
  return report.checks.filter((one) => one.outcome === outcome).map(({ id }) => id);
}

/** The failed checks of a level, each with its first message, for the message of a failed test. */
export function failures(report: RunReport, level?: Check['level']): string[] {
  return report.checks
    .filter((one) => one.outcome === 'fail' && (level === undefined || one.level === level))
    .map(({ id, findings }) => `${id}: ${findings[0]?.message}`);
}
