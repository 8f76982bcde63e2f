import { run } from '../../cli/program.js';
import { services } from '../../cli/services.js';
import type { Ended } from '../package/command.js';

interface Given {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs the command with its real services in this process, which takes a fraction of the time of a process of its own.
 * A check has always the same seed, unless the arguments decide it.
 */
export async function inProcess(argv: readonly string[], { cwd, env = {} }: Given): Promise<Ended> {
  const texts = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      texts[name] += text;
    },
  });
  const isSeeded = argv[0] !== 'check' || argv.includes('--seed') || argv.includes('--shard');
  const code = await run({
    argv: isSeeded ? argv : [...argv, '--seed', '1'],
    env,
    nodeVersion: process.versions.node,
    cwd,
    stdout: output('stdout'),
    stderr: output('stderr'),
    services,
    onInterrupt: () => () => undefined,
    exit: (status) => {
      throw new Error(`the command exits at once, with ${status}`);
    },
  });
  return { code, signal: null, ...texts };
}
