import { Command } from 'commander';
import { operation } from '../../contract/operations/index.js';
import { quoted } from '../../engine/target/command-words.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { SERVE } from '../../options/groups/serve.js';
import { systemProblem } from '../errors.js';
import { addOwnOptions, type OwnFlags } from '../flags.js';
import type { Io } from '../io.js';
import { type Access, accessOf } from '../serve-access.js';
import type { Reference, ReferenceOptions } from '../services.js';

/** The options of `touchstone serve`; times are in milliseconds. */
type ServeFlags = OwnFlags<typeof SERVE>;

const SIZES = ['applications', 'users', 'subscriptions', 'agreements', 'contracts'] as const;

/** The running server, and a line for each way in which it differs from the reference. */
interface Running {
  readonly url: string;
  readonly reference: Reference;
  readonly differences: readonly string[];
}

/** How to use the server. A token that the user chose is not printed. */
function greeting({ url, reference, differences }: Running, flags: ServeFlags, access: Access): string {
  const isBearer = (flags.auth ?? SERVE.auth.default) === 'bearer';
  const ownToken = flags.token !== undefined;
  const users = new URL(operation('getUsers').binding.path, `${url.replace(/\/$/, '')}/`);
  // A few ids of a list are enough to try the server.
  const fixtures = Object.entries(reference.fixtures)
    .filter(([, ids]) => ids !== '')
    .map(([name, ids]) => [name, ids.split(',').slice(0, 3).join(',')]);
  const { insightRuleId, subscriptionId } = reference.fixtures;
  const samples = insightRuleId === '' ? [] : [`insightRuleId=${insightRuleId}`, `subscriptionId=${subscriptionId}`];
  const token = ownToken ? '$TOUCHSTONE_TOKEN' : reference.token;
  const check = [
    ...['touchstone', 'check', '--base-url', url],
    ...(isBearer && !ownToken ? ['--token', token] : []),
    ...access.check(url).map(quoted),
    ...samples.flatMap((sample) => ['--fixture', sample]),
  ];
  const curl = access.curl?.replace('$TOUCHSTONE_TOKEN', token);
  const rows = [
    ...(isBearer ? [['token', ownToken ? 'the one from --token' : `${token} (not secret: it is built in)`]] : []),
    ...Object.entries(access.variables).map(([name, value]) => [
      'variable',
      `export ${name}=${value} (not secret: it is built in)`,
    ]),
    ...(curl === undefined ? [] : [['try', `curl -sS ${curl} '${users}?page_size=2'`]]),
    ['check', check.join(' ')],
    ...fixtures.map(([name, value], index) => [index === 0 ? 'fixtures' : '', `${name}=${value}`]),
  ];
  return [
    `The reference implementation${differences.length > 0 ? ', changed,' : ''} listens on ${url}`,
    ...differences.map((difference) => `  ${difference}`),
    '',
    ...rows.map(([name = '', text]) => `  ${name.padEnd(10)}${text}`),
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

async function createReference(
  flags: ServeFlags,
  changed: ReferenceOptions,
  io: Io,
  access: Access,
): Promise<Reference> {
  const sizes = Object.fromEntries(SIZES.flatMap((size) => (flags[size] === undefined ? [] : [[size, flags[size]]])));
  return io.services.createReference({
    ...changed,
    sizes: { ...changed.sizes, ...sizes },
    ...access.options,
    ...(flags.seed !== undefined && { seed: flags.seed }),
    ...(flags.token !== undefined && { token: flags.token }),
    ...(flags.wireForm !== undefined && { wireForm: flags.wireForm }),
    ...(flags.latency !== undefined && { latencyMs: flags.latency }),
    ...(flags.taskDuration !== undefined && { taskDurationMs: flags.taskDuration }),
  });
}

/** Throws a UsageError for an option that has no effect with the credential of the server. */
function assertEffective({ auth = SERVE.auth.default, token, tokenLifetime }: ServeFlags): void {
  if (token !== undefined && auth !== 'bearer')
    throw new UsageError(`--token has no effect with --auth ${auth}`, 'Omit one of them.');
  if (tokenLifetime !== undefined && auth !== 'oauth2')
    throw new UsageError(`--token-lifetime has no effect with --auth ${auth}`, 'Add --auth oauth2, or omit it.');
}

function hostOf({ host = SERVE.host.default }: ServeFlags): string {
  return host;
}

async function listen(reference: Reference, flags: ServeFlags): Promise<string> {
  const { port = SERVE.port.default } = flags;
  const host = hostOf(flags);
  try {
    return (await reference.listen({ host, port })).url;
  } catch (error) {
    await reference.close();
    throw new UsageError(
      `cannot listen on ${host}:${port}: ${systemProblem(error)}`,
      'Choose another port with --port (0 picks a free port), or another address with --host.',
    );
  }
}

/** `touchstone serve`: runs the embedded reference implementation as a server until it is stopped. */
export function serveCommand(io: Io, done: (code: number) => void): Command {
  const command = new Command('serve').description('Run the embedded reference implementation as a server');
  return addOwnOptions(command, SERVE).action(async (flags: ServeFlags) => {
    assertEffective(flags);
    const access = await accessOf({ ...flags, host: hostOf(flags) }, io.services);
    try {
      await serve(flags, io, access);
    } finally {
      await access.close();
    }
    done(0);
  });
}

/** Serves until the user interrupts. */
async function serve(flags: ServeFlags, io: Io, access: Access): Promise<void> {
  const { mutant = [], variant = [], nasty = null } = flags;
  const isChanged = mutant.length > 0 || variant.length > 0 || nasty !== null;
  const changed = isChanged ? await io.services.served({ mutants: mutant, variants: variant, nasty }) : null;
  const reference = await createReference(flags, changed?.reference ?? {}, io, access);
  const url = await listen(reference, flags);
  io.stdout.write(greeting({ url, reference, differences: changed?.lines ?? [] }, flags, access));
  await new Promise<void>((resolve) => {
    const stop = io.onInterrupt(() => {
      stop();
      resolve();
    });
  });
  await reference.close();
}
