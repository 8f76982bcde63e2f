import { Command, Option } from 'commander';
import { operation } from '../../contract/operations/index.js';
import { type WireForm, wireForms } from '../../contract/wire-form.js';
import { UsageError } from '../../engine/target/usage-error.js';
import { systemProblem } from '../errors.js';
import { SEED } from '../flags.js';
import type { Io } from '../io.js';
import { milliseconds, number } from '../option-parsers.js';
import type { Reference } from '../services.js';

/** The options of `touchstone serve`; times are in milliseconds. */
interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly applications?: number;
  readonly users?: number;
  readonly subscriptions?: number;
  readonly agreements?: number;
  readonly contracts?: number;
  readonly token?: string;
  readonly wireForm?: WireForm;
  readonly latency?: number;
  readonly taskDuration?: number;
}

const SIZE = number(0, 10_000_000);
const SIZES = ['applications', 'users', 'subscriptions', 'agreements', 'contracts'] as const;

/** How to use the server. A token that the user chose is not printed. */
function greeting(url: string, reference: Reference, ownToken: boolean): string {
  const token = ownToken ? '$TOUCHSTONE_TOKEN' : reference.token;
  const users = new URL(operation('getUsers').binding.path, `${url.replace(/\/$/, '')}/`);
  // A few ids of a list are enough to try the server.
  const fixtures = Object.entries(reference.fixtures).map(([name, ids]) => [
    name,
    ids.split(',').slice(0, 3).join(','),
  ]);
  return [
    `The reference implementation listens on ${url}`,
    '',
    `  token     ${ownToken ? 'the one from --token' : `${token} (not secret: it is built in)`}`,
    `  try       curl -sS -H "Authorization: Bearer ${token}" '${users}?page_size=2'`,
    `  check     touchstone check --base-url ${url}${ownToken ? '' : ` --token ${token}`} --fixture insightRuleId=${reference.fixtures.insightRuleId} --fixture subscriptionId=${reference.fixtures.subscriptionId}`,
    ...fixtures.map(([name, value], index) => `  ${(index === 0 ? 'fixtures' : '').padEnd(10)}${name}=${value}`),
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
}

async function createReference(flags: ServeFlags, io: Io): Promise<Reference> {
  const sizes = Object.fromEntries(SIZES.flatMap((size) => (flags[size] === undefined ? [] : [[size, flags[size]]])));
  return io.services.createReference({
    sizes,
    ...(flags.seed !== undefined && { seed: flags.seed }),
    ...(flags.token !== undefined && { token: flags.token }),
    ...(flags.wireForm !== undefined && { wireForm: flags.wireForm }),
    ...(flags.latency !== undefined && { latencyMs: flags.latency }),
    ...(flags.taskDuration !== undefined && { taskDurationMs: flags.taskDuration }),
  });
}

async function listen(reference: Reference, { host, port }: ServeFlags): Promise<string> {
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
  const command = new Command('serve')
    .description('Run the embedded reference implementation as a server')
    .option('--port <number>', 'the port; 0 picks a free port', number(0, 65_535), 8080)
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option('--seed <number>', 'the random seed of the sample data', SEED);
  for (const size of SIZES) command.option(`--${size} <number>`, `number of ${size} in the sample data`, SIZE);
  return command
    .option('--token <token>', 'require this bearer token; it is not printed')
    .addOption(new Option('--wire-form <form>', 'the wire form of index-keyed objects').choices(wireForms))
    .option('--latency <time>', 'wait before each response, such as 50ms or 1s', milliseconds)
    .option('--task-duration <time>', 'how long a bulk update takes, such as 500ms or 5s', milliseconds)
    .action(async (flags: ServeFlags) => {
      const reference = await createReference(flags, io);
      const url = await listen(reference, flags);
      io.stdout.write(greeting(url, reference, flags.token !== undefined));
      await new Promise<void>((resolve) => {
        const stop = io.onInterrupt(() => {
          stop();
          resolve();
        });
      });
      await reference.close();
      done(0);
    });
}
