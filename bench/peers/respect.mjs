import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { runCommand } from './command.mjs';
import { describe } from './description.mjs';
import { npmCommand } from './install.mjs';
import { refusalsOf } from './refusals.mjs';

const VERSION = '2.77.0';
const OPTIONS = { env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } };

/** Redocly respect, with the workflows that it generates from the description, and some more for error responses. */
export const respect = {
  name: `Redocly respect ${VERSION}`,
  install: () => npmCommand('@redocly/cli', VERSION, 'redocly'),
  prepare: async (served, folder, command) => {
    const description = describe(served);
    writeFileSync(join(folder, 'respect.json'), JSON.stringify(description));
    const options = { ...OPTIONS, cwd: folder };
    const { code, output } = await runCommand(
      command,
      ['generate-arazzo', 'respect.json', '-o', 'arazzo.yaml'],
      options,
    );
    if (code !== 0) throw new Error(`Redocly generated no workflows:\n${output}`);
    const workflows = join(folder, 'arazzo.yaml');
    const generated = parse(readFileSync(workflows, 'utf8'));
    writeFileSync(workflows, stringify(withRefusals(generated, description), { aliasDuplicateObjects: false }));
    return { workflows, source: generated.sourceDescriptions[0].name };
  },
  run: async (command, { workflows, source }, { url, token }, folder) => {
    const argv = ['respect', workflows, '--input', `credential=${token}`, '--server', `${source}=${url}`];
    await runCommand(command, [...argv, '--json-output', 'respect-run.json'], {
      ...OPTIONS,
      cwd: folder,
    });
    const { files } = JSON.parse(readFileSync(join(folder, 'respect-run.json'), 'utf8'));
    const steps = Object.values(files)
      .flatMap(({ executedWorkflows }) => executedWorkflows)
      .flatMap(({ executedSteps }) => executedSteps);
    return steps.flatMap(({ stepId, checks }) =>
      checks.filter(({ passed }) => !passed).map(({ name }) => `${stepId}: ${name}`),
    );
  },
};

/** For each generated workflow, one for each error response of its operation. */
function withRefusals(arazzo, { paths }) {
  const gets = new Map(Object.values(paths).map(({ get }) => [get.operationId, get]));
  const more = arazzo.workflows.flatMap((workflow) => {
    const [{ 'x-security': security, ...step }] = workflow.steps;
    const get = gets.get(step.operationId.split('.').at(-1));
    return refusalsOf(get).map(({ name, status, anonymous, parameters }) => ({
      ...workflow,
      workflowId: `${workflow.workflowId}-${name}`,
      steps: [
        {
          ...step,
          ...(anonymous ? {} : { 'x-security': security }),
          stepId: `${step.stepId}-${name}`,
          parameters: [...examplesBut(parameters, get), ...parameters],
          successCriteria: [{ condition: `$statusCode == ${status}` }],
        },
      ],
    }));
  });
  return { ...arazzo, workflows: [...arazzo.workflows, ...more] };
}

/** The samples of the other parameters. A step with parameters uses none from the description. */
function examplesBut(named, { parameters }) {
  return parameters
    .filter(({ name, example }) => example !== undefined && !named.some((other) => other.name === name))
    .map(({ name, in: place, example }) => ({ name, in: place, value: example }));
}
