import type { Config } from '../schemas/generated/touchstone.js';

/** Returns the content of a config file as it is, so that an editor checks and completes it. */
export function defineConfig(config: Config): Config {
  return config;
}
