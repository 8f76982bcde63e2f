import { BAR_COLUMNS, drawnHistory } from '../drawn-history.js';
import { Text } from './text.js';
import { Wide } from './wide.js';

const HEIGHT = 10;

/** A text from a run; a history of requests below it is drawn as a timeline, with a row of text for each request. */
export function WithHistory({ children }: { readonly children: string }) {
  const drawn = drawnHistory(children);
  if (drawn === null) return <Text>{children}</Text>;
  return (
    <>
      <Text>{drawn.head}</Text>
      <Wide label="Timeline of the requests">
        <table class="history">
          <thead>
            <tr>
              <th scope="col">sent</th>
              <th scope="col">client</th>
              <th scope="col">from request to response</th>
              <th scope="col">what</th>
            </tr>
          </thead>
          <tbody>
            {drawn.calls.map(({ sent, client, from, to, isOpen, what }, index) => (
              <tr key={index}>
                <td class="number">{sent}</td>
                <th scope="row">
                  <Text>{client}</Text>
                </th>
                <td>
                  <svg
                    class={isOpen ? 'bars open' : 'bars'}
                    role="img"
                    aria-label={`from ${percent(from)} to ${isOpen ? 'the end, without a response' : percent(to)}`}
                    viewBox={`0 0 ${BAR_COLUMNS} ${HEIGHT}`}
                    preserveAspectRatio="none"
                  >
                    <rect x={from} y={2} width={to - from} height={HEIGHT - 4} />
                  </svg>
                </td>
                <td>
                  <Text>{what}</Text>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </>
  );
}

/** A column of the bars as a part of the time. */
function percent(column: number): string {
  return `${Math.round((100 * column) / BAR_COLUMNS)} %`;
}
