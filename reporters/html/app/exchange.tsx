import type { Exchange } from '../../../schemas/generated/touchstone.js';
import { duration, thousands } from '../../numbers.js';
import { Body } from './body.js';
import { Text } from './text.js';

interface HeadersProps {
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the header that a finding is about. */
  readonly marked: string;
}

function Headers({ headers, marked }: HeadersProps) {
  return (
    <dl class="headers">
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>
            <Text>{name}</Text>
          </dt>
          <dd>
            {name.toLowerCase() === marked ? (
              <mark>
                <Text>{value}</Text>
              </mark>
            ) : (
              <Text>{value}</Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Response({ exchange, at, name }: ExchangeProps) {
  const { response, error } = exchange;
  if (response === null) {
    return (
      <p>
        No answer: <Text>{error ?? 'unknown reason'}</Text>
      </p>
    );
  }
  const { status, headers, body, bodyBytes, truncated } = response;
  const marked = at.startsWith('header ') ? at.slice('header '.length).toLowerCase() : '';
  return (
    <>
      <p class="line">{at === 'status' ? <mark>{status}</mark> : status}</p>
      <Headers headers={headers} marked={marked} />
      {body === '' ? (
        <p class="note">No body.</p>
      ) : (
        <Body
          label={`Body of the answer: ${name}`}
          body={body}
          truncated={truncated}
          pointer={at.startsWith('/') ? at : ''}
        />
      )}
      {truncated && <p class="note">The body had {thousands(bodyBytes)} bytes; what is kept of it ends here.</p>}
    </>
  );
}

interface ExchangeProps {
  readonly exchange: Exchange;
  /** Where in the answer a finding is: `status`, `header x`, or a JSON Pointer. */
  readonly at: string;
  /** What it belongs to, for who hears the page. */
  readonly name: string;
}

/** A request and what was answered: headers, body, time. */
export function ExchangeView({ exchange, at, name }: ExchangeProps) {
  const { request, startedAt, durationMs, attempts } = exchange;
  return (
    <div class="exchange">
      <h4>Request</h4>
      <p class="line">
        <Text>{`${request.method} ${request.url}`}</Text>
      </p>
      <Headers headers={request.headers} marked="" />
      {request.body !== undefined && (
        <Body label={`Body of the request: ${name}`} body={request.body} truncated={false} pointer="" />
      )}
      <h4>Answer</h4>
      <p class="note">
        sent <Text>{startedAt}</Text>, answered in {duration(durationMs)}
        {attempts > 1 && `, sent ${attempts} times`}
      </p>
      <Response exchange={exchange} at={at} name={name} />
    </div>
  );
}
