import type { RunReport } from '../../schemas/generated/touchstone.js';
import { terminalText } from '../terminal-text.js';
import type { Paper } from './paper.js';

/** The target, the version of touchstone, and the command that re-runs the check. */
export function header(report: RunReport, { colors }: Paper): string[] {
  const { target } = report;
  const what = target.embedded ? 'the embedded reference implementation' : terminalText(target.baseUrl, 200);
  const declared = target.wireForm === 'array' ? ' · index-keyed objects as arrays' : '';
  const bindings = Object.entries(target.bindings).map(([id, binding]) => `${id} = ${terminalText(binding, 200)}`);
  return [
    `${colors.bold('touchstone')} ${terminalText(report.touchstone)} · ${colors.bold(what)} · seed ${report.seed}${declared}`,
    ...(bindings.length === 0 ? [] : [colors.dim(`bindings: ${bindings.join(', ')}`)]),
    colors.dim(`re-run: ${terminalText(report.command)}`),
  ];
}
