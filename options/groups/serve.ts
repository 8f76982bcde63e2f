import { SERVED_CREDENTIALS } from '../choices.js';
import type { OwnOption } from '../option.js';
import { RUN } from './run.js';
import { TARGET } from './target.js';

/** The number of records of a kind in the data of the reference. */
const SIZE = { type: 'number', minimum: 0, maximum: 10_000_000, whole: true } as const;

const { flag: seed, kind: SEED } = RUN.seed;
const { flag: wireForm, kind: WIRE_FORM, help: aboutWireForm } = TARGET.wireForm;

/** The options of `touchstone serve`. */
export const SERVE = {
  port: {
    flag: '--port <number>',
    kind: { type: 'number', minimum: 0, maximum: 65_535, whole: true },
    help: 'the port; 0 picks a free port',
    default: 8080,
  },
  host: { flag: '--host <name>', kind: { type: 'text' }, help: 'the address to listen on', default: '127.0.0.1' },
  seed: { flag: seed, kind: SEED, help: 'the random seed of the sample data' },
  applications: { flag: '--applications <number>', kind: SIZE, help: 'number of applications in the sample data' },
  users: { flag: '--users <number>', kind: SIZE, help: 'number of users in the sample data' },
  subscriptions: { flag: '--subscriptions <number>', kind: SIZE, help: 'number of subscriptions in the sample data' },
  agreements: { flag: '--agreements <number>', kind: SIZE, help: 'number of agreements in the sample data' },
  contracts: { flag: '--contracts <number>', kind: SIZE, help: 'number of contracts in the sample data' },
  token: { flag: '--token <token>', kind: { type: 'text' }, help: 'require this bearer token; it is not printed' },
  auth: {
    flag: '--auth <kind>',
    kind: { type: 'choice', of: SERVED_CREDENTIALS },
    help: 'the credential to require; all but a --token are built in',
    default: 'bearer',
  },
  tokenLifetime: {
    flag: '--token-lifetime <time>',
    kind: { type: 'duration' },
    help: 'with --auth oauth2: how long a token is valid',
    default: 300_000,
  },
  tls: { flag: '--tls', kind: { type: 'switch' }, help: 'serve HTTPS, with a throw-away certificate authority' },
  mtls: {
    flag: '--mtls',
    kind: { type: 'switch' },
    help: 'serve HTTPS and require a client certificate, which is written to a temporary folder',
  },
  wireForm: { flag: wireForm, kind: WIRE_FORM, help: aboutWireForm },
  latency: {
    flag: '--latency <time>',
    kind: { type: 'duration' },
    help: 'wait before each response, such as 50ms or 1s',
  },
  mutant: {
    flag: '--mutant <id>',
    kind: { type: 'texts' },
    help: 'serve with this defect; docs/proof.md lists all',
  },
  variant: {
    flag: '--variant <id>',
    kind: { type: 'texts' },
    help: 'serve with this permitted choice; docs/proof.md lists all',
  },
  nasty: {
    flag: '--nasty <seed>',
    kind: SEED,
    help: 'present each response in another permitted way, to try a client',
  },
  taskDuration: {
    flag: '--task-duration <time>',
    kind: { type: 'duration' },
    help: 'how long a bulk update takes, such as 500ms or 5s',
  },
} as const satisfies Readonly<Record<string, OwnOption>>;
