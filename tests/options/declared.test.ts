import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addOptions, addOwnOptions } from '../../cli/flags.js';
import { configSchema } from '../../options/config-schema.js';
import { DEFAULTS, OPTION_KEYS, OPTIONS, type OptionKey } from '../../options/declared.js';
import { BASELINE } from '../../options/groups/baseline.js';
import { PROVE } from '../../options/groups/prove.js';
import { SERVE } from '../../options/groups/serve.js';
import type { Option, OwnOption } from '../../options/option.js';
import { flagOf, helpOf, lineOf, optionWords } from '../../options/text.js';
import { TARGET, touchstone } from '../cli/run-command.js';

const SCHEMA = join(import.meta.dirname, '..', '..', 'schemas', 'touchstone', 'config.schema.json');
/** What a config file holds that is no option. */
const NO_OPTION = ['$schema', 'tokenEnv'];

const optionOf = (key: OptionKey): Option => OPTIONS[key];
const configKeys = OPTION_KEYS.filter((key) => optionOf(key).notInConfig === undefined);

/** The options that the commands of a run declare, as their help shows them. */
async function flagsOf(command: string): Promise<string[]> {
  const { stdout } = await touchstone([command, '--help']);
  return [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = '']) => flag);
}

describe('each option', () => {
  it.each(OPTION_KEYS)('%s has a key in the config file, or a reason why not', (key) => {
    const { properties } = configSchema() as { properties: Record<string, object> };

    expect(optionOf(key).notInConfig === undefined).toBe(Object.hasOwn(properties, key));
    expect(optionOf(key).notInConfig).not.toBe('');
  });

  it.each(OPTION_KEYS)('%s has a line of help without a default in it', (key) => {
    expect(optionOf(key).help).toMatch(/^[a-z].{9,}[^.]$/);
    expect(optionOf(key).help).not.toContain('default:');
  });

  it('has a flag of its own', () => {
    expect(new Set(OPTION_KEYS.map(flagOf)).size).toBe(OPTION_KEYS.length);
    expect(OPTION_KEYS.map(flagOf)).not.toContain('');
  });

  it('is written on a command line as it is parsed, without those at their default', () => {
    const values = {
      timeoutMs: 2000,
      areas: ['users'],
      fixtures: { userId: 'u' },
      requireDecided: 95,
      strict: true,
    } as const;
    const command = addOptions(new Command('x'), OPTION_KEYS);
    command.parse(optionWords({ ...DEFAULTS, ...values }), { from: 'user' });

    expect(command.opts()).toEqual({ ...values, fixtures: ['userId=u'], color: true });
    expect(optionWords(DEFAULTS)).toEqual([]);
  });
});

describe('the options of the command line', () => {
  it.each(['check', 'survey', 'replay', 'power', 'undo'])(
    'of touchstone %s are declared, each with help',
    async (command) => {
      const known = [...OPTION_KEYS.map(flagOf), '--help', '--force-record'];

      expect((await flagsOf(command)).filter((flag) => !known.includes(flag))).toEqual([]);
    },
  );

  it('of touchstone check are all', async () => {
    expect((await flagsOf('check')).sort()).toEqual([...OPTION_KEYS.map(flagOf), '--help'].sort());
  });

  it('are parsed under the key of the option', () => {
    const command = addOptions(new Command('x'), OPTION_KEYS);
    command.parse(['--timeout', '2s', '--operation', 'a', '--operation', 'b', '--no-color'], { from: 'user' });

    expect(command.opts()).toEqual({ timeoutMs: 2000, operations: ['a', 'b'], color: false });
  });

  it('show the default that applies', () => {
    expect(helpOf('consistencyWindowMs')).toContain(`(default: ${DEFAULTS.consistencyWindowMs / 1000}s)`);
    expect(helpOf('concurrency')).toContain(`(default: ${DEFAULTS.concurrency})`);
  });
});

describe('the options of one command', () => {
  const commands: readonly [string, Readonly<Record<string, OwnOption>>][] = [
    ['serve', SERVE],
    ['prove', PROVE],
    ['baseline', BASELINE],
    ['export', { wireForm: OPTIONS.wireForm }],
  ];

  it.each(commands)('of touchstone %s are declared, each once', async (command, own) => {
    const declared = Object.values(own).map(({ flag }) => /--[\w-]+/.exec(flag)?.[0] ?? '');

    expect(await flagsOf(command)).toEqual([...declared, '--help']);
    expect(new Set(declared).size).toBe(declared.length);
  });

  it.each(commands)('of touchstone %s have a line of help without a default in it', (_command, own) => {
    for (const { help } of Object.values(own)) {
      expect(help).toMatch(/^[a-z].{7,}[^.]$/);
      expect(help).not.toContain('default:');
    }
  });

  it('show the default that applies', () => {
    expect([SERVE.port, SERVE.tokenLifetime, PROVE.threads, BASELINE.expires].map(lineOf)).toEqual([
      'the port; 0 picks a free port (default: 8080)',
      'with --auth oauth2: how long a token is valid (default: 300s)',
      'number of worker threads (default: one for each processor)',
      'the last day of acceptance (default: 90 days from now)',
    ]);
  });

  it('are parsed as their kind says', () => {
    const parsed = (options: Readonly<Record<string, OwnOption>>, ...argv: string[]) => {
      const command = addOwnOptions(new Command('x').exitOverride().configureOutput({ writeErr: () => {} }), options);
      return command.parse(argv, { from: 'user' }).opts();
    };

    expect(parsed(PROVE, '--seed', '1', '--seed', '2', '--mutant', 'a', '-q')).toEqual({
      seed: [1, 2],
      mutant: ['a'],
      quiet: true,
    });
    expect(parsed(BASELINE, '--expires', '2028-02-29', '--reason', 'known')).toEqual({
      expires: '2028-02-29',
      reason: 'known',
    });
    expect(() => parsed(BASELINE, '--expires', '2027-02-29')).toThrow('Expected an existing date as YYYY-MM-DD.');
    expect(() => parsed(BASELINE, '--reason', ' ')).toThrow('Say why the differences are accepted.');
    expect(() => parsed(PROVE, '--seed', '-1')).toThrow();
    expect(() => parsed(SERVE, '--port', '70000')).toThrow('from 0 to 65535');
    expect(() => parsed(SERVE, '--auth', 'none')).toThrow('bearer, basic, apiKey, oauth2');
  });
});

describe('the config file', () => {
  it('has the published schema that the options generate', () => {
    expect(JSON.parse(readFileSync(SCHEMA, 'utf8'))).toEqual(configSchema());
  });

  it('has no key that is not an option', () => {
    const { properties } = configSchema() as { properties: Record<string, object> };

    expect(Object.keys(properties).sort()).toEqual([...configKeys, ...NO_OPTION].sort());
  });
});

describe('the times and limits of the command line', () => {
  it('apply to a replay of a run report as to a check', async () => {
    const given = ['--seed', '7', '--base-url', 'https://target.example', '--timeout', '3s', '--rps', '2'];
    const { checks } = await touchstone(['replay', 'getUsers/x.y', ...given], {
      listRules: async () => ({ operations: [{ id: 'getUsers', rules: ['x.y'] } as never], rules: [], clauses: [] }),
    });

    expect(checks[0]?.options).toMatchObject({ timeoutMs: 3000, rps: 2 });
    expect((await touchstone([...TARGET, '--timeout', '3s'])).checks[0]?.options.timeoutMs).toBe(3000);
  });
});
