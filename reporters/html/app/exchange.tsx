import type { Exchange } from '../../../schemas/generated/touchstone.js';
import { counted, duration } from '../../numbers.js';
import { Body } from './body.js';
import { Text } from './text.js';

interface HeadersProps {
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the header to mark, in lower case. */
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
        No response: <Text>{error ?? 'unknown reason'}</Text>
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
          label={`Response body: ${name}`}
          body={body}
          truncated={truncated}
          pointer={at.startsWith('/') ? at : ''}
        />
      )}
      {truncated && <p class="note">Truncated here: the body has {counted(bodyBytes, 'byte')}.</p>}
    </>
  );
}

interface ExchangeProps {
  readonly exchange: Exchange;
  /** The place of a finding in the response: `status`, `header x`, or a JSON Pointer. */
  readonly at: string;
  /** What the exchange belongs to, for screen readers. */
  readonly name: string;
}

/** A request and its response: headers, body, time. */
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
        <Body label={`Request body: ${name}`} body={request.body} truncated={false} pointer="" />
      )}
      <h4>Response</h4>
      <p class="note">
        sent <Text>{startedAt}</Text>, took {duration(durationMs)}
        {attempts > 1 && `, sent ${attempts} times`}
      </p>
      <Response exchange={exchange} at={at} name={name} />
    </div>
  );
}
