import { renderJson } from '../../json.js';
import { terminalText } from '../../terminal-text.js';
import { Command } from './copy.js';
import { allExchanges, data } from './report-data.js';
import { Text } from './text.js';

/** Hands the run report to the person as the file that the commands of this page read. */
function save() {
  const text = renderJson({ ...data.report, exchanges: allExchanges() });
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = data.runFile;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** How the run was made, what to note of it, and what it left out. */
export function Run() {
  const { report, runFile } = data;
  const left = report.operations.filter(({ state }) => state !== 'exercised');
  const bindings = Object.entries(report.target.bindings);
  return (
    <section aria-labelledby="run">
      <h2 id="run" tabIndex={-1}>
        The run
      </h2>
      <Command label="Make this run again" text={terminalText(report.command)} />
      <p>
        <button type="button" onClick={save}>
          Save the run report
        </button>{' '}
        as{' '}
        <code>
          <Text>{runFile}</Text>
        </code>
        , the file that the replay commands read.
      </p>
      {report.warnings.length > 0 && (
        <>
          <h3>Notes</h3>
          <ul>
            {report.warnings.map((warning) => (
              <li key={warning}>
                <Text>{warning}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
      {bindings.length > 0 && (
        <>
          <h3>Bindings of the target's own</h3>
          <ul>
            {bindings.map(([id, binding]) => (
              <li key={id}>
                <code>
                  <Text>{`${id} = ${binding}`}</Text>
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
      {left.length > 0 && (
        <>
          <h3>Operations not exercised</h3>
          <ul>
            {left.map(({ id, reason }) => (
              <li key={id}>
                <code>
                  <Text>{id}</Text>
                </code>
                : <Text>{reason ?? 'no reason given'}</Text>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
