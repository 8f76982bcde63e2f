import { dirname, extname, resolve } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { lilconfig } from 'lilconfig';
import { UsageError } from '../../engine/target/usage-error.js';
import type { Config } from '../../schemas/generated/touchstone.js';
import { systemProblem } from '../errors.js';
import { parseJson } from './json.js';
import { loadModule } from './module.js';
import { CONFIG, type Problem, problemOf, told } from './problems.js';
import { parseYaml } from './yaml.js';

const LOADERS = {
  '.json': parseJson,
  '.yaml': parseYaml,
  '.yml': parseYaml,
  '.ts': loadModule,
  '.js': loadModule,
  '.mjs': loadModule,
};

/** A config that keeps its schema, and the folder that paths in it start from. */
export interface LoadedConfig {
  readonly config: Config;
  /** The file that it is in, as an absolute path; `null` where there is none. */
  readonly file: string | null;
  readonly folder: string;
}

async function find(cwd: string, file: string | undefined) {
  const searcher = lilconfig('touchstone', {
    searchPlaces: Object.keys(LOADERS).map((extension) => `touchstone.config${extension}`),
    stopDir: cwd,
    loaders: LOADERS,
    cache: false,
  });
  if (file === undefined) return searcher.search(cwd);
  if (!(extname(file) in LOADERS)) {
    throw new UsageError(`--config ${file} is no kind of config file`, `Known: ${Object.keys(LOADERS).join(', ')}.`);
  }
  return searcher.load(resolve(cwd, file)).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--config ${file} cannot be read: ${systemProblem(error)}`, 'Give the path of a config file.');
  });
}

function oneOf(file: string, { message, hint }: Problem): string {
  return `${file}: ${message}${hint === undefined ? '' : `\n  ${hint}`}`;
}

async function validated(file: string, config: unknown): Promise<Config> {
  const validators = await import('../../schemas/generated/validators-touchstone.js');
  const keepsSchema = validators.config as unknown as ValidateFunction<Config>;
  if (keepsSchema(config)) return config;
  const errors = keepsSchema.errors ?? [];
  throw new UsageError(told(errors.map((error) => oneOf(file, problemOf(error, config, CONFIG)))));
}

/**
 * The config of `file`, or of the touchstone.config file in `cwd` where none is named; an empty config where there is
 * none. Throws a UsageError that names the file and the place for whatever is wrong with it.
 */
export async function loadConfig(cwd: string, file: string | undefined): Promise<LoadedConfig> {
  const found = await find(cwd, file);
  if (found === null) return { config: {}, file: null, folder: cwd };
  const { filepath } = found;
  const config = found.isEmpty ? {} : await validated(filepath, found.config);
  return { config, file: filepath, folder: dirname(filepath) };
}
