import type { Exchange, Finding } from '../../../schemas/generated/touchstone.js';
import { placeName } from '../../../schemas/json-pointer.js';
import { curlCommand } from '../../curl.js';
import { acceptedWhy } from '../../outcomes.js';
import { terminalText } from '../../terminal-text.js';
import { traceIdOf, traceLink } from '../../trace-link.js';
import { Command } from './copy.js';
import { difference, type Piece } from './difference.js';
import { ExchangeView } from './exchange.js';
import { WithHistory } from './history.js';
import { data, exchangeOf } from './report-data.js';
import { Text } from './text.js';

function Side({ label, pieces }: { readonly label: string; readonly pieces: readonly Piece[] }) {
  return (
    <div class="side">
      <span class="label">{label}</span>
      <bdi class="value">
        {pieces.map(({ text, differs }) => (differs ? <mark>{terminalText(text)}</mark> : terminalText(text)))}
      </bdi>
    </div>
  );
}

/** The trace id of a request, with which the target finds it, and a link to the trace if the run names its place. */
function Trace({ exchange }: { readonly exchange: Exchange }) {
  const id = traceIdOf(exchange);
  const url = traceLink(exchange, data.report.traceUrl);
  if (id === null) return null;
  return (
    <p>
      <span class="label">Trace</span>{' '}
      {url === null ? (
        <code>{id}</code>
      ) : (
        <a href={url} rel="noreferrer">
          {id}
        </a>
      )}
    </p>
  );
}

/** One finding: the expected and actual value, the place, and the exchange that shows it. */
export function FindingView({ finding, name }: { readonly finding: Finding; readonly name: string }) {
  const { expected, actual } = difference(finding.expected, finding.actual);
  const exchange = exchangeOf(finding.exchange);
  return (
    <article class="finding" aria-label={name}>
      <div class="message">
        <WithHistory>{finding.message}</WithHistory>
      </div>
      {finding.accepted !== undefined && (
        <p>
          <span class="label">Accepted</span> <Text>{acceptedWhy(finding)}</Text>
        </p>
      )}
      <div class="sides">
        <Side label="Expected" pieces={expected} />
        <Side label="Actual" pieces={actual} />
      </div>
      <p>
        <span class="label">Where</span>{' '}
        <code>
          <Text>{placeName(finding.at)}</Text>
        </code>
      </p>
      {exchange !== null && (
        <>
          <Trace exchange={exchange} />
          <Command label="Reproduce this request" text={curlCommand(exchange)} />
          <ExchangeView exchange={exchange} at={finding.at} name={name} />
        </>
      )}
    </article>
  );
}
