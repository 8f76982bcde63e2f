import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './command.mjs';
import { describe } from './description.mjs';
import { pythonCommand } from './install.mjs';

const VERSION = '4.32.5';
/** Cases for each operation. The default of 100 takes four times as long. */
const EXAMPLES = 20;
/**
 * The document does not specify other methods, nor which filters, sorts, page numbers and periods a service has to
 * accept, so these checks would be false alarms. Without the setting, Schemathesis sends other methods.
 */
const BEYOND = 'unsupported_method,allow_header_conformance,positive_data_acceptance';
const CONFIG = '[phases.coverage]\nunexpected-methods = []\n';

/** Schemathesis with all checks that apply to the interface. */
export const schemathesis = {
  name: `Schemathesis ${VERSION}`,
  install: () => pythonCommand('schemathesis', VERSION, 'schemathesis'),
  prepare: async (served, folder) => {
    const description = join(folder, 'schemathesis.json');
    writeFileSync(description, JSON.stringify(describe(served)));
    const config = join(folder, 'schemathesis.toml');
    writeFileSync(config, CONFIG);
    return { description, config };
  },
  run: async (command, { description, config }, { url, token }, folder) => {
    const report = join(folder, 'schemathesis-run.json');
    const target = [
      '--config-file',
      config,
      'run',
      description,
      '--url',
      url,
      '--header',
      `Authorization: Bearer ${token}`,
    ];
    const checks = ['--checks', 'all', '--exclude-checks', BEYOND, '--max-examples', String(EXAMPLES)];
    const rest = ['--generation-deterministic', '--no-color', '--report', 'json', '--report-json-path', report];
    const { output } = await runCommand(command, [...target, ...checks, ...rest], { cwd: folder });
    const { failures, errors, complete } = JSON.parse(readFileSync(report, 'utf8'));
    if (!complete && failures.length === 0) throw new Error(`Schemathesis did not finish:\n${output}`);
    const found = failures.flatMap(({ type, operations }) => operations.map((operation) => `${operation}: ${type}`));
    return [...found, ...errors.map((error) => `error: ${JSON.stringify(error)}`)];
  },
};
