import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

/** Outside of the repository: the tools are no dependencies of the project, and stay for the next run. */
const CACHE = join(tmpdir(), 'touchstone-peers');

/** A command of an npm package, which is installed where that was not done before. */
export async function npmCommand(name, version, command) {
  const folder = folderFor(name, version);
  const path = join(folder, 'node_modules', '.bin', command);
  if (!existsSync(path)) {
    const argv = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`];
    await mustRun('npm', argv, folder);
  }
  return path;
}

/** A command of a Python package, in a virtual environment of its own. */
export async function pythonCommand(name, version, command) {
  const folder = folderFor(name, version);
  const path = join(folder, 'bin', command);
  if (!existsSync(path)) {
    await mustRun('python3', ['-m', 'venv', folder], folder);
    await mustRun(join(folder, 'bin', 'pip'), ['install', '--quiet', `${name}==${version}`], folder);
  }
  return path;
}

function folderFor(name, version) {
  const folder = join(CACHE, `${name.replace(/\W+/g, '-')}-${version}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function mustRun(file, argv, cwd) {
  const failed = (error) => ({ code: null, output: error.message });
  const { code, output } = await runCommand(file, argv, { cwd }).catch(failed);
  if (code === 0) return;
  const [line = `${file} ends with ${code}`] = output.split('\n').filter((text) => /error|ENOENT/i.test(text));
  throw new Error(`it could not be installed: ${line}`);
}
