import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { describe } from './description.mjs';
import { npmCommand } from './install.mjs';
import { refusalsOf } from './refusals.mjs';

const VERSION = '14.1.0';
const HOOKS = join(import.meta.dirname, 'dredd-hooks.cjs');

/** Dredd, with hooks that provoke the error responses and validate bodies against their schemas. */
export const dredd = {
  name: `Dredd ${VERSION}`,
  install: () => npmCommand('dredd', VERSION, 'dredd'),
  prepare: async (served, folder) => {
    const described = describe(served);
    const [description, plan] = ['dredd.json', 'dredd-plan.json'].map((name) => join(folder, name));
    writeFileSync(description, JSON.stringify(olderVersion(described)));
    writeFileSync(plan, JSON.stringify(planOf(described)));
    return { description, plan };
  },
  run: async (command, { description, plan }, { url, token }, folder) => {
    const outcomes = join(folder, 'dredd-outcomes.jsonl');
    const argv = [description, url, '--header', `Authorization: Bearer ${token}`, '--hookfiles', HOOKS];
    const { output } = await runCommand(command, [...argv, '--loglevel', 'error', '--no-color'], {
      cwd: folder,
      env: { DREDD_PLAN: plan, DREDD_OUTCOMES: outcomes },
    });
    const lines = existsSync(outcomes) ? readFileSync(outcomes, 'utf8').split('\n').filter(Boolean) : [];
    const transactions = lines.map((line) => JSON.parse(line));
    if (transactions.pop()?.ended !== true) throw new Error(`Dredd did not finish:\n${output}`);
    const sent = transactions.filter(({ status }) => status !== 'skip');
    if (sent.every(({ message }) => message === 'no response')) throw new Error('Dredd received no response at all');
    return transactions.flatMap(complaintsOf);
  },
};

function complaintsOf({ name, status, message }) {
  return status === 'pass' || status === 'skip' ? [] : [`${name}: ${message}`];
}

/** What the hooks do with a transaction, by path and status. Other statuses are skipped. */
function planOf({ paths, components }) {
  const older = (value) => JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/definitions/'));
  const definitions = older(components.schemas);
  const schemaOf = ({ content }) =>
    content &&
    JSON.stringify({
      // The newest dialect that Dredd supports.
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...older(content['application/json'].schema),
      definitions,
    });
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, { get }]) =>
      [{ status: 200, parameters: [] }, ...refusalsOf(get)].map(({ status, anonymous, parameters }) => [
        `${path} ${status}`,
        { schema: schemaOf(get.responses[status]), anonymous, parameters },
      ]),
    ),
  );
}

/** Converts to OpenAPI 3.0, the version that Dredd reads, and renames schemas whose name its parser reserves. */
function olderVersion(description) {
  const text = JSON.stringify(description).replaceAll('#/components/schemas/', '#/components/schemas/of-');
  const { components, ...rest } = JSON.parse(text, (_key, value) => {
    if (typeof value !== 'object' || !Array.isArray(value?.type)) return value;
    const { type, ...schema } = value;
    return { ...schema, type: type.find((one) => one !== 'null'), nullable: type.includes('null') };
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [`of-${name}`, schema]);
  return { ...rest, openapi: '3.0.3', components: { ...components, schemas: Object.fromEntries(schemas) } };
}
