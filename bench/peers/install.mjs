import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

/** Outside the repository, because the tools are not dependencies. They are kept for the next run. */
const CACHE = join(tmpdir(), 'touchstone-peers');

/** The path of a command of an npm package. Installs the package if necessary. */
export async function npmCommand(name, version, command) {
  const folder = folderFor(name, version);
  const path = join(folder, 'node_modules', '.bin', command);
  if (!existsSync(path)) {
    const argv = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`];
    await mustRun('npm', argv, folder);
  }
  return path;
}

/** The path of a command of a Python package. Installs it in a separate virtual environment if necessary. */
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
  const [line = `${file} exited with code ${code}`] = output.split('\n').filter((text) => /error|ENOENT/i.test(text));
  throw new Error(`the installation failed: ${line}`);
}
