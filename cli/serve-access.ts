import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoted } from '../engine/target/command-words.js';
import type { SERVED_CREDENTIALS } from '../options/choices.js';
import { SERVE } from '../options/groups/serve.js';
import type { ReferenceOptions, Services } from './services.js';

/** What `touchstone serve` requires of a client; times are in milliseconds. */
interface ServedAccess {
  readonly auth?: (typeof SERVED_CREDENTIALS)[number];
  readonly token?: string;
  readonly tokenLifetime?: number;
  readonly tls?: boolean;
  readonly mtls?: boolean;
  readonly host: string;
}

/** Not secret: they protect only generated data. */
const USERNAME = 'reference';
const PASSWORD = 'reference-password';
const HEADER = 'X-Api-Key';
const KEY = 'reference-key';
const CLIENT_ID = 'reference-client';
const CLIENT_SECRET = 'reference-secret';

/** How a client gets access: the variables and options of `touchstone check`, and the options of `curl`. */
export interface Access {
  readonly options: Pick<ReferenceOptions, 'credential' | 'tls'>;
  readonly variables: Readonly<Record<string, string>>;
  readonly check: (url: string) => string[];
  /** `null` if a token has to be fetched first. */
  readonly curl: string | null;
  /** Removes the files of the certificates. */
  close(): Promise<void>;
}

/** The access of a server: its credential, and the certificates in a new folder. The caller closes it. */
export async function accessOf(flags: ServedAccess, services: Pick<Services, 'makeCertificates'>): Promise<Access> {
  const own = credentialOf(flags);
  if (!flags.tls && !flags.mtls) return { ...own, close: async () => undefined };
  const certificates = await services.makeCertificates([flags.host]);
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-tls-'));
  const file = (name: string) => join(folder, name);
  const { ca, client } = certificates;
  const files = { 'ca.pem': ca, ...(flags.mtls && { 'client.pem': client.cert, 'client-key.pem': client.key }) };
  for (const [name, text] of Object.entries(files)) await writeFile(file(name), text, { mode: 0o600 });
  const mutual = flags.mtls ? ['--cert', file('client.pem'), '--key', file('client-key.pem')] : [];
  const curl = ['--cacert', file('ca.pem'), ...mutual].map(quoted).join(' ');
  return {
    options: { ...own.options, tls: { certificates, mutual: flags.mtls === true } },
    variables: own.variables,
    check: (url) => [...own.check(url), '--ca', file('ca.pem'), ...mutual],
    curl: own.curl === null ? null : `${curl} ${own.curl}`,
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function credentialOf({
  auth = SERVE.auth.default,
  tokenLifetime: lifetimeMs = SERVE.tokenLifetime.default,
}: ServedAccess): Omit<Access, 'close'> {
  const words = (...settings: string[]) => settings.flatMap((setting) => ['--auth', setting]);
  switch (auth) {
    case 'bearer':
      return { options: {}, variables: {}, check: () => [], curl: '-H "Authorization: Bearer $TOUCHSTONE_TOKEN"' };
    case 'basic':
      return {
        options: { credential: { kind: 'basic', username: USERNAME, password: PASSWORD } },
        variables: { TOUCHSTONE_PASSWORD: PASSWORD },
        check: () => words('kind=basic', `username=${USERNAME}`),
        curl: `-u "${USERNAME}:$TOUCHSTONE_PASSWORD"`,
      };
    case 'apiKey':
      return {
        options: { credential: { kind: 'apiKey', header: HEADER, key: KEY } },
        variables: { TOUCHSTONE_API_KEY: KEY },
        check: () => words('kind=apiKey', `header=${HEADER}`),
        curl: `-H "${HEADER}: $TOUCHSTONE_API_KEY"`,
      };
    case 'oauth2':
      return {
        options: { credential: { kind: 'oauth2', clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, lifetimeMs } },
        variables: { TOUCHSTONE_CLIENT_ID: CLIENT_ID, TOUCHSTONE_CLIENT_SECRET: CLIENT_SECRET },
        check: (url) => words('kind=oauth2', `tokenUrl=${url}/oauth2/token`),
        curl: null,
      };
  }
}
