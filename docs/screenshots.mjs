// Makes the pictures of the README from real runs of the compiled command: node docs/screenshots.mjs (needs Chromium)
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { createReference } from '../dist/reference/index.js';
import { toSvg } from './terminal-svg.mjs';

const COMMAND = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js');

/** The reference with two mistakes that real services make. */
const broken = (steps) => ({
  // The detail of a contract is open to everyone.
  authorize: (context) => {
    if (context.operation.id !== 'getContract') steps.authorize(context);
  },
  // The day on which a user was created is a number of milliseconds.
  present: (record, schema, context) => {
    const shown = steps.present(record, schema, context);
    return schema === 'user' ? { ...shown, createdDate: Date.parse(shown.createdDate) } : shown;
  },
});

/** What a run writes to a terminal that is 100 characters wide, with colours. */
async function outputOf(argv, env = {}) {
  const child = spawn(process.execPath, [COMMAND, ...argv], { env: { ...process.env, ...env, FORCE_COLOR: '1' } });
  let text = '';
  for await (const part of child.stdout.setEncoding('utf8')) text += part;
  return text;
}

async function shoot(file, title, prompt, output) {
  writeFileSync(join(import.meta.dirname, file), toSvg(`$ ${prompt}\n\n${(await output).trimEnd()}`, title));
}

/** The HTML report as its reader sees it first, and the first failure opened. */
async function shootPage(file, html) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1100, height: 1560 } });
  await page.goto(`${pathToFileURL(html)}#/outcome=fail`);
  await page.locator('.check h3 button').first().click();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(import.meta.dirname, file) });
  await browser.close();
}

await shoot(
  'run.svg',
  'A run against the embedded reference',
  'npm start',
  outputOf(['check', '--reference', '--seed', '1']),
);
const reference = createReference({ hooks: [broken] });
const { url } = await reference.listen({ port: 8080 });
const argv = ['check', '--base-url', url, '--operation', 'getUsers', '--operation', 'getContract', '--seed', '1'];
const output = outputOf(argv, { TOUCHSTONE_TOKEN: reference.token });
await shoot('broken-run.svg', 'A run that finds two mistakes', `touchstone ${argv.join(' ')}`, output);
const html = join(tmpdir(), 'touchstone.html');
await outputOf([...argv, '--report', `html=${html}`], { TOUCHSTONE_TOKEN: reference.token });
await shootPage('html-report.png', html);
await reference.close();
