import type { RunReport } from '../../schemas/generated/touchstone.js';
import { failedCheck, sampleCheck, sampleExchange, sampleFinding, sampleRun } from './sample-run.js';

/** Marks text from the target, so that a test can search for it. */
export const MARK = 'EVIL';

/** The text that a hostile target returns in every field: markup, links, mentions, commands of CI services, hidden characters. */
export const HOSTILE = [
  `${MARK}<script>alert(1)</script><img src=x onerror=alert(1)></code></summary></details>`,
  `[${MARK}](https://evil.example) ![${MARK}](https://evil.example/x.png) <https://evil.example> www.evil.example`,
  `@${MARK} #1 GH-1 **${MARK}** _${MARK}_ | ${MARK} | \`${MARK}\` \`\`\`${MARK}\`\`\``,
  `\n::error::${MARK}\n##[error]${MARK} ##vso[task.setvariable variable=x]${MARK} %0A::set-output name=x::${MARK}`,
  `\n# ${MARK}\n> ${MARK}\n\`\`\`\n- ${MARK}\n</details>\n\n<!-- ${MARK} {0} {{x}}`,
  `\u001b[2J\u202e${MARK}\u0000\ud800\ufffe"'&amp;&#60;]]>`,
].join(' ');

/** A run report with hostile text in every field that a target can influence. */
export function hostileRun(text: string = HOSTILE, report: Partial<RunReport> = {}): RunReport {
  const finding = sampleFinding({ at: `/items/0/${text}`, expected: text, actual: text, message: text });
  const exchange = sampleExchange({
    request: {
      url: `https://target.example/api/users?x=${encodeURIComponent(text.replace(/\p{Cs}/gu, ''))}`,
      headers: { 'x-a': text },
      body: text,
    },
    response: {
      status: 200,
      headers: { 'content-type': text, location: text },
      body: text,
      bodyBytes: 9,
      truncated: true,
    },
  });
  return sampleRun({
    verdict: 'does-not-conform',
    verdictReason: text,
    target: { ...sampleRun().target, baseUrl: text },
    command: `touchstone check --base-url '${text}'`,
    checks: [
      failedCheck({ findings: [finding, finding] }),
      failedCheck({ level: 'should', rule: 'errors.body', findings: [finding] }),
      failedCheck({
        rule: 'records.types',
        findings: [{ ...finding, accepted: { reason: text, ticket: text, expires: '2030-01-01' } }],
        accepted: true,
      }),
      sampleCheck({ rule: 'sort.asc', outcome: 'inconclusive', reason: text }),
      sampleCheck({ rule: 'sort.desc', outcome: 'error', reason: text }),
    ],
    observations: [
      { clause: 'paging.after-last', operation: 'getUsers', value: text, exchange: 'x1', fields: { [text]: text } },
    ],
    operations: [{ ...(sampleRun().operations[1] as RunReport['operations'][number]), reason: text }],
    warnings: [text],
    exchanges: [exchange, sampleExchange({ id: 'x2', response: null, error: text })],
    ...report,
  });
}
