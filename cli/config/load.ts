import { access, stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Config } from '../../schemas/generated/touchstone.js';
import { readBounded } from '../bounded-file.js';
import type { Flags } from '../flags.js';
import { parseJson } from './json.js';
import { loadModule, messageOf } from './module.js';
import { CONFIG, type Problem, problemOf, summarized } from './problems.js';
import { overProfile, withAbsolutePaths } from './profile.js';

const NAME = 'touchstone.config';
const MAX_MEGABYTES = 1;

const LOADERS = {
  '.json': parseJson,
  '.yaml': loadYaml,
  '.yml': loadYaml,
  '.ts': loadModule,
  '.js': loadModule,
  '.mjs': loadModule,
};

/** The names of config files, in the order in which they are searched. */
export const CONFIG_FILES: readonly string[] = Object.keys(LOADERS).map((extension) => `${NAME}${extension}`);

/** A valid config, and the folder that its paths are relative to. */
export interface LoadedConfig {
  readonly config: Config;
  /** The absolute path of the config file; `null` without one. */
  readonly file: string | null;
  readonly folder: string;
}

async function loadYaml(file: string, content: string): Promise<unknown> {
  return (await import('./yaml.js')).parseYaml(file, content);
}

/** A config as a file has it. */
interface Found {
  readonly filepath: string;
  readonly config: unknown;
}

/** The content of a config file; `null` if it is empty. Throws a UsageError if it cannot be read. */
async function read(cwd: string, file: string, option: string): Promise<Found | null> {
  const load = LOADERS[extname(file) as keyof typeof LOADERS];
  if (load === undefined) {
    throw new UsageError(`${option}${file} has an unknown extension`, `Supported: ${Object.keys(LOADERS).join(', ')}.`);
  }
  const filepath = resolve(cwd, file);
  const hint = 'Give the path of a config file.';
  if (load === loadModule && (await stat(filepath).catch(() => null))?.isFIFO()) {
    throw new UsageError(`${option}${file} cannot be read: it is a pipe`, hint);
  }
  const limit = { megabytes: MAX_MEGABYTES, kind: 'a config file' };
  const text = await readBounded(cwd, file, { ...limit, hint, name: `${option}${file}` });
  return text.trim() === '' ? null : { filepath, config: await load(filepath, text) };
}

/** The config in a file, or else in the first config file of the folder that is not empty; `null` if there is none. */
async function find(
  cwd: string,
  file: string | undefined,
  option: '--config' | '--profile' = '--config',
): Promise<Found | null> {
  if (file !== undefined) return (await read(cwd, file, `${option} `)) ?? { filepath: resolve(cwd, file), config: {} };
  for (const name of CONFIG_FILES) {
    const exists = await access(resolve(cwd, name)).then(
      () => true,
      () => false,
    );
    const found = exists ? await read(cwd, name, '') : null;
    if (found !== null) return found;
  }
  return null;
}

function oneOf(file: string, { message, hint }: Problem): string {
  return `${file}: ${message}${hint ? `\n  ${hint}` : ''}`;
}

async function validated(file: string, config: unknown): Promise<Config> {
  const validators = await import('../../schemas/generated/validators-touchstone.js');
  const isValid = validators.config as unknown as ValidateFunction<Config>;
  try {
    // A module may have members that throw, or that change each time they are read.
    if (isValid(config)) return structuredClone(config);
  } catch (thrown) {
    throw new UsageError(`${file}: a member of the config cannot be read: ${messageOf(thrown)}`);
  }
  const errors = isValid.errors ?? [];
  throw new UsageError(summarized(errors, (error) => oneOf(file, problemOf(error, config, CONFIG))));
}

/**
 * The config in `file`, or by default in the touchstone.config file of `cwd`, over the profile that `profile` or the
 * config names; an empty config if there is none of them. Throws a UsageError that names the file and the position of
 * each error.
 */
export async function loadConfig(
  cwd: string,
  { config: file, profile }: Pick<Flags, 'config' | 'profile'>,
): Promise<LoadedConfig> {
  const own = await configIn(cwd, await find(cwd, file));
  const named = profile === undefined ? own.config.profile : resolve(cwd, profile);
  if (named === undefined) return own;
  const path = resolve(own.folder, named);
  const below = await configIn(cwd, await find(cwd, path, '--profile'));
  if (below.config.profile !== undefined) {
    throw new UsageError(`${path}: a profile cannot have a profile`, 'Remove "profile" from it.');
  }
  const config = overProfile(own.config, withAbsolutePaths(below.config, below.folder));
  return { ...own, config, file: own.file ?? below.file };
}

async function configIn(cwd: string, found: Awaited<ReturnType<typeof find>>): Promise<LoadedConfig> {
  if (found === null) return { config: {}, file: null, folder: cwd };
  const { filepath } = found;
  return { config: await validated(filepath, found.config), file: filepath, folder: dirname(filepath) };
}
