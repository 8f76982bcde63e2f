import { groupBy } from '../../group-by.js';
import { counted } from '../../numbers.js';
import { WithHistory } from './history.js';
import { data } from './report-data.js';
import { Text } from './text.js';
import { Wide } from './wide.js';

/** The operations with the same behaviour; a long list is collapsed under its count. */
function Operations({ ids }: { readonly ids: readonly string[] }) {
  const all = <Text>{ids.join(', ')}</Text>;
  if (ids.length <= 3) return all;
  return (
    <details>
      <summary>{counted(ids.length, 'operation')}</summary>
      {all}
    </details>
  );
}

/** The unspecified behaviour of the target: each observation once, with its operations. */
export function Survey() {
  const { observations, checks } = data.report;
  const gaps = new Map(checks.map((check) => [check.clause, check]));
  const rows = [...groupBy(observations, ({ clause, value }) => JSON.stringify([clause, value])).values()];
  return (
    <section aria-labelledby="survey">
      <h2 id="survey" tabIndex={-1}>
        Survey
      </h2>
      <p class="note">
        {observations.length === 0
          ? 'No unspecified behaviour was observed.'
          : `${counted(observations.length, 'observation')} of unspecified behaviour. Observations do not affect the verdict.`}
      </p>
      {rows.length > 0 && (
        <Wide label="Observations">
          <table class="survey">
            <thead>
              <tr>
                <th scope="col">gap</th>
                <th scope="col">behaviour</th>
                <th scope="col">operations</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([first, ...others]) => (
                <tr key={`${first.clause} ${first.value}`}>
                  <th scope="row">
                    <Text>{gaps.get(first.clause)?.title ?? first.clause}</Text>
                    <br />
                    <code>
                      <Text>{first.clause}</Text>
                    </code>
                  </th>
                  <td class="observed">
                    <WithHistory>{first.value}</WithHistory>
                  </td>
                  <td>
                    <Operations ids={[first, ...others].map(({ operation }) => operation)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </section>
  );
}
