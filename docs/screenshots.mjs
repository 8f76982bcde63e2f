// Makes docs/run.svg and docs/broken-run.svg from two real runs of the compiled command: node docs/screenshots.mjs
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

await shoot('run.svg', 'A run against the embedded reference', 'npm start', outputOf(['check', '--seed', '1']));
const reference = createReference({ hooks: [broken] });
const { url } = await reference.listen({ port: 8080 });
const argv = ['check', '--base-url', url, '--operation', 'getUsers', '--operation', 'getContract', '--seed', '1'];
const output = outputOf(argv, { TOUCHSTONE_TOKEN: reference.token });
await shoot('broken-run.svg', 'A run that finds two mistakes', `touchstone ${argv.join(' ')}`, output);
await reference.close();
