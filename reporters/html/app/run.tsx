import { Fragment } from 'preact';
import { literal } from '../../curl.js';
import { renderJson } from '../../json.js';
import { terminalText } from '../../terminal-text.js';
import { Command } from './copy.js';
import { allExchanges, data } from './report-data.js';
import { Text } from './text.js';

/** Downloads the run report, which the commands on this page read. */
function save() {
  const text = renderJson({ ...data.report, exchanges: allExchanges() });
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = data.runFile;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The command of the run, its notes, and the operations that it did not exercise. */
export function Run() {
  const { report, runFile, cut } = data;
  const left = [
    { heading: 'Operations not exercised', state: 'explained' },
    { heading: 'Operations excluded by the selection', state: 'excluded' },
  ].map(({ heading, state }) => ({ heading, operations: report.operations.filter((one) => one.state === state) }));
  const bindings = Object.entries(report.target.bindings);
  return (
    <section aria-labelledby="run">
      <h2 id="run" tabIndex={-1}>
        Run
      </h2>
      <Command label="Re-run" text={terminalText(report.command)} />
      {cut ? (
        <p class="note">
          To stay small, this page has only the beginning of some bodies. The run report, which the replay commands
          read, has them all: write it with <code>--report json={literal(runFile)}</code>.
        </p>
      ) : (
        <p>
          <button type="button" onClick={save}>
            Save the run report
          </button>{' '}
          as{' '}
          <code>
            <Text>{runFile}</Text>
          </code>
          , which the replay commands read.
        </p>
      )}
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
          <h3>Custom bindings of the target</h3>
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
      {left.map(
        ({ heading, operations }) =>
          operations.length > 0 && (
            <Fragment key={heading}>
              <h3>{heading}</h3>
              <ul>
                {operations.map(({ id, reason }) => (
                  <li key={id}>
                    <code>
                      <Text>{id}</Text>
                    </code>
                    : <Text>{reason ?? 'no reason given'}</Text>
                  </li>
                ))}
              </ul>
            </Fragment>
          ),
      )}
    </section>
  );
}
