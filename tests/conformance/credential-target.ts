import { onTestFinished } from 'vitest';
import { check } from '../../conformance/check.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { createReference, makeCertificates, type ReferenceOptions, TOKEN_PATH } from '../../reference/index.js';
import type { RunReport } from '../../schemas/generated/touchstone.js';

const SIZES = { applications: 3, users: 12, subscriptions: 2, agreements: 2, contracts: 2 };
const SECRETS = {
  username: 'ada',
  password: 'pass:word/with+"signs',
  key: 'key-of-the-api-4711',
  clientId: 'client one',
  clientSecret: 'secret:of/the+client%&"',
};
export const certificates = makeCertificates(['127.0.0.1']);
export const { ca, client } = certificates;

/** A reference that requires a credential, and its base URL. */
async function serve(options: ReferenceOptions) {
  const reference = createReference({ sizes: SIZES, ...options });
  onTestFinished(() => reference.close());
  const { url } = await reference.listen();
  return { url, fixtures: reference.fixtures };
}

export const FEW: CheckOptions = {
  seed: 1,
  operations: ['getUsers', 'getUser'],
  rules: ['authorization.*', 'answers.success-status', 'answers.no-credential', 'paging.total-pages'],
};

export async function checked(
  reference: ReferenceOptions,
  target: (url: string) => Partial<TargetOptions>,
  options: CheckOptions = {},
): Promise<RunReport> {
  const { url, fixtures } = await serve(reference);
  return check({ baseUrl: url, fixtures, ...target(url) }, { ...FEW, ...options });
}

export const outcomes = ({ checks }: RunReport) => Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]));
export const notPassed = ({ checks }: RunReport) =>
  checks
    .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'excluded')
    .map(({ id, outcome, reason }) => `${id}: ${outcome}: ${reason}`);

export const { username, password, key, clientId, clientSecret } = SECRETS;
export const oauth2 = { kind: 'oauth2', clientId, clientSecret, lifetimeMs: 3_600_000 } as const;
export const grant = (url: string, clientAuth: 'client_secret_basic' | 'client_secret_post' = 'client_secret_basic') =>
  ({ kind: 'oauth2', tokenUrl: `${url}${TOKEN_PATH}`, clientId, clientSecret, clientAuth }) as const;
