import { stringify } from 'yaml';
import type { Inspection } from '../../conformance/init/inspect.js';
import type { TargetOptions } from '../../engine/target/options.js';

const SCHEMA = './node_modules/touchstone/schemas/touchstone/config.schema.json';

/**
 * The config file for a target, as YAML. It contains no secret: of a token only the name of its variable, of headers only
 * the names, and no proxy with a password.
 */
export function configText(options: TargetOptions, found: Inspection): string {
  const { baseUrl, authWords = {}, bindings = {}, fixtures = {} } = options;
  const parts = [
    `# yaml-language-server: $schema=${SCHEMA}\n`,
    yaml({ baseUrl }),
    ...(options.token === undefined
      ? []
      : ['tokenEnv: TOUCHSTONE_TOKEN # the environment variable that holds the token\n']),
    ...(isEmpty(authWords) ? [] : [yaml({ auth: authWords })]),
    ...headersOf(options),
    ...networkOf(options),
    ...(isEmpty(bindings) ? [] : [yaml({ bindings })]),
    ...(found.wireForm?.form === 'array' ? [yaml({ wireForm: 'array' })] : []),
    ...areasOf(found),
    ...(isEmpty(fixtures) ? [] : [yaml({ fixtures })]),
    ...samplesOf(options, found),
  ];
  return parts.join('');
}

function yaml(value: object): string {
  return stringify(value, { lineWidth: 0 });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Header values may be secrets. */
function headersOf({ headers = {} }: TargetOptions): string[] {
  return Object.keys(headers).map(
    (name) => `# The value of the header ${name} may be secret: give it with --header.\n`,
  );
}

function networkOf({ networkWords = {} }: TargetOptions): string[] {
  const { proxy, ...rest } = networkWords;
  const { username = '', password = '' } = proxy === undefined ? {} : new URL(proxy);
  const isSecret = username !== '' || password !== '';
  return [
    ...(proxy === undefined || isSecret ? [] : [yaml({ proxy })]),
    ...(isSecret
      ? ['# The URL of the proxy contains a credential: set HTTPS_PROXY or HTTP_PROXY, or use --proxy.\n']
      : []),
    ...(isEmpty(rest) ? [] : [yaml(rest)]),
  ];
}

/** The areas that are offered, if some are not. */
function areasOf({ areas }: Inspection): string[] {
  const left = areas.filter(({ offered }) => offered === false);
  if (left.length === 0) return [];
  const why = left.map(({ area, statuses }) => `${area}: ${statuses.join(', ')}`).join('; ');
  const kept = areas.filter(({ offered }) => offered !== false).map(({ area }) => area);
  return [`# Left out, because all reads were refused: ${why}\n`, yaml({ areas: kept })];
}

/** The ids that runs discover by themselves, and the one that they cannot, as comments. */
function samplesOf({ fixtures = {} }: TargetOptions, { samples }: Inspection): string[] {
  const found = Object.entries(samples).flatMap(([name, [id]]) =>
    id === undefined || Object.hasOwn(fixtures, name) ? [] : [`#   ${name}: ${id}\n`],
  );
  const missing =
    fixtures.insightRuleId === undefined ? ['#   insightRuleId: ID of an insight rule of that subscription\n'] : [];
  if (found.length + missing.length === 0) return [];
  return [
    '# Runs discover sample ids; no list contains insight rules. To choose samples yourself:\n',
    '# fixtures:\n',
    ...found,
    ...missing,
  ];
}
