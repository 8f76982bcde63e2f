import { stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { lilconfig } from 'lilconfig';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Config } from '../../schemas/generated/touchstone.js';
import { systemProblem } from '../errors.js';
import type { Flags } from '../flags.js';
import { parseJson } from './json.js';
import { loadModule } from './module.js';
import { CONFIG, type Problem, problemOf, summarized } from './problems.js';
import { overProfile, withAbsolutePaths } from './profile.js';

const NAME = 'touchstone.config';
const MAX_BYTES = 1024 * 1024;

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

/** Throws a UsageError for a config file that is too large to be one; the search reads files without a limit. */
async function assertSmall(cwd: string, file: string | undefined): Promise<void> {
  const names = file === undefined ? CONFIG_FILES : [file];
  for (const name of names) {
    const { size } = (await stat(resolve(cwd, name)).catch(() => null)) ?? { size: 0 };
    if (size <= MAX_BYTES) continue;
    const hint = 'Give the path of a config file.';
    throw new UsageError(`${name} is ${Math.ceil(size / MAX_BYTES)} MB; the limit of a config file is 1 MB`, hint);
  }
}

async function find(cwd: string, file: string | undefined, option: '--config' | '--profile' = '--config') {
  await assertSmall(cwd, file);
  const searcher = lilconfig('touchstone', {
    searchPlaces: [...CONFIG_FILES],
    stopDir: cwd,
    loaders: LOADERS,
    cache: false,
  });
  if (file === undefined) return searcher.search(cwd);
  if (!(extname(file) in LOADERS)) {
    throw new UsageError(
      `${option} ${file} has an unknown extension`,
      `Supported: ${Object.keys(LOADERS).join(', ')}.`,
    );
  }
  return searcher.load(resolve(cwd, file)).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${option} ${file} cannot be read: ${systemProblem(error)}`,
      'Give the path of a config file.',
    );
  });
}

function oneOf(file: string, { message, hint }: Problem): string {
  return `${file}: ${message}${hint === undefined ? '' : `\n  ${hint}`}`;
}

async function validated(file: string, config: unknown): Promise<Config> {
  const validators = await import('../../schemas/generated/validators-touchstone.js');
  const isValid = validators.config as unknown as ValidateFunction<Config>;
  if (isValid(config)) return config;
  const errors = isValid.errors ?? [];
  throw new UsageError(summarized(errors.map((error) => oneOf(file, problemOf(error, config, CONFIG)))));
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
  const config = found.isEmpty ? {} : await validated(filepath, found.config);
  return { config, file: filepath, folder: dirname(filepath) };
}
