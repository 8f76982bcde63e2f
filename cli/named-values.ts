import { fixtureNames } from '../contract/samples.js';
import type { Fixtures } from '../contract/types.js';
import { suggest } from '../engine/target/suggest.js';
import { UsageError } from '../engine/target/usage-error.js';

/** Splits `name=value` at the first equals sign; throws a UsageError that shows `example` if there is none. */
export function nameAndValue(option: string, text: string, example: string): [name: string, value: string] {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at > 0 && name !== '' && value !== '') return [name, value];
  throw new UsageError(`${option} "${text}" is not of the form name=value`, `Write it as ${option} ${example}.`);
}

/**
 * The settings of `--auth`, by name. Unknown settings and kinds are refused later, with the credential. No message quotes
 * the text: it may be a secret.
 */
export function parseAuth(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text, index) => {
      const at = text.indexOf('=');
      if (at > 0 && at < text.length - 1) return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      throw new UsageError(
        `--auth number ${index + 1} is not of the form name=value`,
        'Write it as --auth kind=oauth2; secrets come from files and variables of the environment.',
      );
    }),
  );
}

/** The bindings of `--bind`, by operation id. Unknown operations are refused later, with the target. */
export function parseBindings(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => nameAndValue('--bind', text, "'getUsers=GET /other/users'")));
}

/** The fixtures of `--fixture`, by name; throws a UsageError for an unknown name. */
export function parseFixtures(texts: readonly string[]): Fixtures {
  const pairs = texts.map((text) => nameAndValue('--fixture', text, 'insightRuleId=ID'));
  for (const [name] of pairs) {
    if (fixtureNames.some((known) => known === name)) continue;
    throw new UsageError(`--fixture "${name}" is not a known fixture`, suggest(name, fixtureNames));
  }
  return Object.fromEntries(pairs);
}

/** The headers of `--header`, by name in lower case. No message quotes the text: it may be a secret. */
export function parseHeaders(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text, index) => {
      const at = text.indexOf(':');
      const name = text.slice(0, Math.max(at, 0)).trim();
      const value = text.slice(at + 1).trim();
      if (/^\S+$/.test(name)) return [name.toLowerCase(), value];
      throw new UsageError(
        `--header number ${index + 1} is not of the form 'Name: value'`,
        "Write it as --header 'X-Tenant: acme'.",
      );
    }),
  );
}
