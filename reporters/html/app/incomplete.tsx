import type { Incomplete } from '../../../schemas/generated/touchstone.js';
import { incompleteFacts } from '../../incomplete-text.js';
import { thousands } from '../../numbers.js';
import { terminalText } from '../../terminal-text.js';
import { Command } from './copy.js';
import { data } from './report-data.js';
import { Text } from './text.js';

/** Missing items listed per requirement. */
const MISSING = 50;

/** Explains at the top of the page why a run is incomplete, when the errors began, and what is missing. */
export function IncompleteBanner({ incomplete }: { readonly incomplete: Incomplete }) {
  const facts = incompleteFacts(data.report).filter(({ label }) => label !== 'Next');
  return (
    <section class="banner" role="alert" aria-label="The run is incomplete">
      <p>
        <strong>The run is incomplete:</strong> <Text>{incomplete.reason}</Text>
      </p>
      <dl>
        {facts.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Text>{text}</Text>
            </dd>
          </div>
        ))}
        {incomplete.unmet.map(({ requirement, missing }) => (
          <div key={requirement}>
            <dt>
              Missing for <Text>{requirement}</Text>
            </dt>
            <dd>
              <Text>{missing.slice(0, MISSING).join(', ')}</Text>
              {missing.length > MISSING && ` and ${thousands(missing.length - MISSING)} more`}
            </dd>
          </div>
        ))}
      </dl>
      {facts.length > 0 && (
        <>
          <p>Check the target and the credential, then re-run:</p>
          <Command label="Re-run the checks" text={terminalText(data.report.command)} />
        </>
      )}
    </section>
  );
}
