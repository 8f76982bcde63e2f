import { spawn } from 'node:child_process';
import { once } from 'node:events';

const TIME_LIMIT_MS = 300_000;

/** Runs a command. Returns its exit code and its output. Kills it after five minutes. */
export async function runCommand(file, argv, { cwd, env = {} } = {}) {
  const child = spawn(file, argv, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIME_LIMIT_MS,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
