import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { touchstone } from '../cli/run-command.js';
import { codeOf, deadLinks, linkedFrom } from './markdown.js';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['.', 'docs', 'docs/decisions', 'bench', 'bench/peers'];
const pages = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(ROOT, folder, file)),
).map((path) => ({ name: relative(ROOT, path), path, text: readFileSync(path, 'utf8') }));

/** Options of other programs that the pages mention without a command. */
const OF_OTHERS = [
  '--project',
  '--prefix',
  '--sample',
  '--variants',
  '--tool',
  '--all',
  '--verbose',
  '--exclude-checks',
];

describe('the pages of the documentation', () => {
  it.each(pages)('$name links only to files and headings that exist', ({ path, text }) => {
    expect(deadLinks(path, text)).toEqual([]);
  });

  it.each(pages)('$name names only scripts that npm knows', ({ text }) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = [...text.matchAll(/\bnpm run (?:--\w+ )*([\w:]+)/g)].map(([, script = '']) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

it('the pages of the package link only to what the package contains', () => {
  const packed: string[] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8' }),
  )[0].files.map(({ path }: { path: string }) => path);
  const isPacked = (path: string) => packed.some((one) => one === path || one.startsWith(`${path}/`));
  const missing = pages
    .filter(({ name }) => packed.includes(name))
    .flatMap(({ name, path, text }) =>
      linkedFrom(path, text)
        .map((target) => relative(ROOT, target).replace(/\/$/, ''))
        .filter((target) => !isPacked(target))
        .map((target) => `${name} → ${target}`),
    );

  expect(packed).toContain('README.md');
  expect(missing).toEqual([]);
});

describe('a link', () => {
  it.each(['no-such-page.md', '#no-such-heading', 'README.md#no-such-heading', '../no-such-folder/'])(
    'to %s is found dead',
    (link) => {
      expect(deadLinks(join(ROOT, 'CONTRIBUTING.md'), `# Here\n\nSee [this](${link}).`)).toEqual([link]);
    },
  );

  it('to a page of the web, to a heading, or in code is not', () => {
    const text =
      '# Two `words`\n\n[a](https://example.com) [b](#two-words) [c](docs/)\n\n```md\n[d](nowhere.md)\n```\n';
    expect(deadLinks(join(ROOT, 'README.md'), text)).toEqual([]);
  });
});

/** The options of each command, as its help lists them. */
async function optionsByCommand(): Promise<ReadonlyMap<string, readonly string[]>> {
  const help = async (...argv: string[]) => (await touchstone([...argv, '--help'])).stdout;
  const names = [...(await help()).matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
  const options = names.map(async (name): Promise<[string, string[]]> => {
    const text = name === 'help' ? '' : await help(name);
    return [name, [...text.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag)];
  });
  return new Map(await Promise.all(options));
}

/** The touchstone commands in a page: the words after its name. */
function callsIn(text: string): string[][] {
  const calls = codeOf(text).flatMap((code) => [
    ...code.matchAll(/(?:^|npx |npx --no-install )touchstone ([^|;>&]*)/g),
  ]);
  return calls.map(([, rest = '']) => rest.trim().split(/\s+/));
}

describe('the commands that the pages name', () => {
  it('exist, with their options', async () => {
    const options = await optionsByCommand();
    const wrong = pages.flatMap(({ name: page, text }) =>
      callsIn(text).flatMap((words) => {
        const [first = ''] = words;
        const name = /^[a-z]+$/.test(first) ? first : 'check';
        const known = options.get(name);
        if (known === undefined) return [`${page}: touchstone ${first}`];
        const given = words.flatMap((word) => /^--[a-z-]+/.exec(word)?.[0] ?? []);
        return given.filter((flag) => !known.includes(flag)).map((flag) => `${page}: touchstone ${name} ${flag}`);
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('have the options that a page mentions without a command', async () => {
    const all = [...[...(await optionsByCommand()).values()].flat(), ...OF_OTHERS];
    const named = pages.flatMap(({ name, text }) =>
      codeOf(text).flatMap(
        (code) =>
          /^--[a-z][a-z-]*/
            .exec(code)
            ?.slice(0, 1)
            .map((flag) => ({ name, flag })) ?? [],
      ),
    );
    expect(named.filter(({ flag }) => !all.includes(flag))).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });
});
