import { fixtureNames } from '../../contract/samples.js';
import type { Fixtures } from '../../contract/types.js';
import { type WireForm, wireForms } from '../../contract/wire-form.js';
import type { CheckOptions, TargetOptions } from '../../engine/target/options.js';
import { suggest } from '../../engine/target/suggest.js';
import { UsageError } from '../../engine/target/usage-error.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings of the hosted checks; without a base URL they check the embedded reference. */
export interface HostedSettings {
  readonly target: TargetOptions | null;
  readonly wireForm: WireForm;
  readonly options: CheckOptions;
}

/** Reads the TOUCHSTONE_ variables; throws a UsageError for an invalid value. */
export function settingsFrom(env: Environment): HostedSettings {
  const seed = seedOf(env.TOUCHSTONE_SEED);
  const wireForm = wireFormOf(env.TOUCHSTONE_WIRE_FORM);
  const operations = listed(env.TOUCHSTONE_OPERATION);
  const rules = listed(env.TOUCHSTONE_RULE);
  const target = targetOf(env, wireForm);
  const options: CheckOptions = {
    strict: env.TOUCHSTONE_STRICT === '1',
    ...allowed(env, target === null),
    ...(operations.length > 0 && { operations }),
    ...(rules.length > 0 && { rules }),
    ...(seed !== undefined && { seed }),
  };
  return { target, wireForm, options };
}

function targetOf(env: Environment, wireForm: WireForm): TargetOptions | null {
  const { TOUCHSTONE_BASE_URL: baseUrl, TOUCHSTONE_TOKEN: token } = env;
  if (!baseUrl) {
    if (!env.TOUCHSTONE_FIXTURES) return null;
    throw new UsageError('TOUCHSTONE_FIXTURES describes a target, but TOUCHSTONE_BASE_URL is not set');
  }
  const fixtures = fixturesOf(env.TOUCHSTONE_FIXTURES);
  return { baseUrl, fixtures, wireForm, ...(token && { token }) };
}

/** The permitted writes: everything on the embedded reference, otherwise what the variables allow. */
function allowed(env: Environment, embedded: boolean): CheckOptions {
  const says = (name: string) => embedded || env[name] === '1';
  return {
    ...(says('TOUCHSTONE_ALLOW_WRITES') && { allowWrites: true }),
    ...(says('TOUCHSTONE_ALLOW_DESTROY') && { allowDestroy: true }),
    ...(says('TOUCHSTONE_ALLOW_SCOPE_ALL') && { allowScopeAll: true }),
  };
}

function listed(text = ''): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Parses `name=value,name=value`; an item without a name continues the value before it, for lists of ids. */
function fixturesOf(text: string | undefined): Fixtures {
  const words = (text ?? '').split(/,(?=[^,]*=)/).filter((word) => word.trim() !== '');
  const pairs = words.map((pair) => {
    const [name = '', ids] = pair.split('=').map((part) => part.trim());
    const value = listed(ids).join(',');
    if (value === '') throw new UsageError(`"${pair}" in TOUCHSTONE_FIXTURES is not of the form name=value`);
    if (fixtureNames.some((known) => known === name)) return [name, value];
    throw new UsageError(`"${name}" in TOUCHSTONE_FIXTURES is not a known fixture`, suggest(name, fixtureNames));
  });
  return Object.fromEntries(pairs);
}

function wireFormOf(text: string | undefined): WireForm {
  const form = wireForms.find((known) => known === (text || 'object'));
  if (form !== undefined) return form;
  throw new UsageError(`TOUCHSTONE_WIRE_FORM "${text}" is invalid`, `Set it to one of ${wireForms.join(', ')}.`);
}

function seedOf(text: string | undefined): number | undefined {
  if (!text) return undefined;
  if (/^\d+$/.test(text) && Number(text) < 2 ** 32) return Number(text);
  throw new UsageError(`TOUCHSTONE_SEED "${text}" is invalid`, 'Set it to a whole number below 2^32.');
}
