import { basename } from 'node:path';
import type { TargetOptions } from '../engine/target/options.js';
import { UsageError } from '../engine/target/usage-error.js';
import type { LoadedConfig } from './config/load.js';
import { connectionOf } from './connection.js';
import type { Flags } from './flags.js';
import type { Io } from './io.js';
import { parseFixtures } from './named-values.js';

/** The target of a command that needs one; throws a UsageError if neither an option nor the config names it. */
export function givenTarget(flags: Flags, loaded: LoadedConfig, io: Pick<Io, 'env' | 'cwd'>): TargetOptions {
  const { config, file } = loaded;
  const baseUrl = flags.baseUrl ?? config.baseUrl;
  if (baseUrl === undefined) {
    const where = file === null ? '' : `, and ${basename(file)} has no "baseUrl"`;
    throw new UsageError(`the base URL is missing${where}`, 'Use --base-url URL, or "baseUrl" in the config file.');
  }
  const fixtures = { ...config.fixtures, ...parseFixtures(flags.fixtures ?? []) };
  return { ...connectionOf(flags, loaded, io), baseUrl, fixtures };
}
