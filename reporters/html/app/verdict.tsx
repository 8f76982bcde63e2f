import { summaryOf } from '../../../schemas/run-summary.js';
import { thousands } from '../../numbers.js';
import { summaryWords } from '../../summary-words.js';
import type { Filters } from './address.js';
import { IncompleteBanner } from './incomplete.js';
import { KINDS } from './kinds.js';
import { data } from './report-data.js';
import { Text } from './text.js';

const WORDS = {
  conforms: { mark: '✓', word: 'Conforms' },
  'does-not-conform': { mark: '✗', word: 'Does not conform' },
  incomplete: { mark: '◐', word: 'Incomplete' },
  inconclusive: { mark: '?', word: 'Inconclusive' },
} as const;

/** The verdict of the run and the number of checks per outcome; each number filters the list of checks. */
export function Verdict({ look }: { readonly look: (filters: Partial<Filters>) => void }) {
  const { report } = data;
  const { mark, word } = WORDS[report.verdict];
  const { target } = report;
  const { checks } = summaryOf(report);
  return (
    <header class={`verdict ${report.verdict}`}>
      <p class="target">{target.embedded ? 'The embedded reference implementation' : <Text>{target.baseUrl}</Text>}</p>
      <h1>
        <span aria-hidden="true">{mark}</span> {word}
        {report.incomplete !== undefined && report.verdict !== 'incomplete' && ' (incomplete)'}
        {report.interrupted && ' (interrupted)'}
      </h1>
      {report.verdictReason !== report.incomplete?.reason && (
        <p>
          <Text>{report.verdictReason}</Text>
        </p>
      )}
      {report.incomplete !== undefined && <IncompleteBanner incomplete={report.incomplete} />}
      {report.gate !== undefined && (
        <p>
          With the baseline, the gate is <strong>{report.gate.state}</strong>: <Text>{report.gate.reason}</Text>
        </p>
      )}
      <ul class="tallies">
        {KINDS.map((kind) => {
          const number = checks[kind.count];
          if (number === 0) return null;
          return (
            <li key={kind.id}>
              <button type="button" class={kind.id} onClick={() => look({ outcome: kind.id })}>
                <span aria-hidden="true">{kind.mark}</span> <strong>{thousands(number)}</strong> {kind.word}
              </button>
            </li>
          );
        })}
      </ul>
      <p class="note">
        {summaryWords(report).join(' · ')} · <Text>{report.startedAt}</Text> · seed {report.seed} · touchstone{' '}
        <Text>{report.touchstone}</Text>
      </p>
    </header>
  );
}
