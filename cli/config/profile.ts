import { resolve } from 'node:path';
import { OPTIONS } from '../../options/declared.js';
import type { Config } from '../../schemas/generated/touchstone.js';

/** The file name that means standard output. */
const STDOUT = '-';
/** The settings of a credential that are paths. */
const AUTH_FILES: ReadonlySet<string> = new Set(['tokenFile', 'privateKeyFile']);

type Kinds = Readonly<Record<string, { readonly kind: { readonly type: string } } | undefined>>;
const typeOf = (key: string): string | undefined => (OPTIONS as Kinds)[key]?.kind.type;

/**
 * A config over a profile: the config wins, and headers, bindings, fixtures, reports and the settings of one kind of
 * credential are merged by name. A credential replaces one of another kind.
 */
export function overProfile(config: Config, profile: Config): Config {
  const { auth, ...rest } = profile;
  const isReplaced = replacesCredential(config, auth?.kind);
  const under: Config = auth === undefined || isReplaced ? rest : profile;
  const merged = Object.entries(config).map(([key, value]) => {
    const below = under[key as keyof Config];
    return [key, typeOf(key) === 'pairs' ? { ...(below as object), ...(value as object) } : value];
  });
  return { ...under, ...Object.fromEntries(merged) };
}

/** Whether a config has a credential that cannot be merged with one of this kind. */
function replacesCredential({ auth, tokenEnv }: Config, kind: string | undefined): boolean {
  return auth === undefined ? tokenEnv !== undefined : auth.kind !== undefined && auth.kind !== kind;
}

/** A config with absolute paths, whatever folder they are read in. */
export function withAbsolutePaths(config: Config, folder: string): Config {
  const path = (file: string) => (file === STDOUT ? file : resolve(folder, file));
  const entries = Object.entries(config).map(([key, value]) => {
    if (typeOf(key) === 'file') return [key, path(value as string)];
    if (key === 'reports') return [key, mapped(value as Record<string, string>, path, () => true)];
    if (key === 'auth') return [key, mapped(value as Record<string, string>, path, (name) => AUTH_FILES.has(name))];
    return [key, value];
  });
  return Object.fromEntries(entries) as Config;
}

/** An object with the changed values of some of its members. */
function mapped(
  members: Readonly<Record<string, string>>,
  change: (value: string) => string,
  isChanged: (name: string) => boolean,
): Record<string, string> {
  const entries = Object.entries(members).map(([name, value]) => [name, isChanged(name) ? change(value) : value]);
  return Object.fromEntries(entries) as Record<string, string>;
}
