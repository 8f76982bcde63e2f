import { matrixScript } from '../generated/matrix-app.js';
import { type Markup, markup, page } from '../markup.js';
import { terminalText } from '../terminal-text.js';
import type { Implementation, Matrix, Row } from './matrix.js';

const SHOWN = 500;
const SIGNS = { pass: '✓', fail: '✗', warning: '!', inconclusive: '?', none: '–' } as const;

const text = (value: string): string => terminalText(value, SHOWN);

/** A table of implementations; each row has an address, `#operations-getUsers`. */
function section(id: string, title: string, names: readonly string[], rows: readonly Markup[]): Markup {
  const heads = names.map((name) => markup`<th scope="col">${text(name)}</th>`);
  const body = rows.length > 0 ? rows : [markup`<tr><td>None.</td></tr>`];
  return markup`<section id="${id}"><h2>${title}</h2><div class="wide" tabindex="0" role="region" aria-label="${title}">
<table><thead><tr><td></td>${heads}</tr></thead><tbody>${body}</tbody></table></div></section>
`;
}

function row(section: string, id: string, cells: readonly Markup[]): Markup {
  const anchor = `${section}-${id.replace(/[^\w.-]+/g, '-')}`;
  return markup`<tr id="${anchor}"><th scope="row"><a href="#${anchor}">${text(id)}</a></th>${cells}</tr>
`;
}

function rowsOf(section: string, rows: readonly Row[]): Markup[] {
  return rows.map(({ id, cells }) =>
    row(
      section,
      id,
      cells.map(({ state, text: words }) => markup`<td class="${state}">${SIGNS[state]} ${words}</td>`),
    ),
  );
}

const STATES = {
  fail: 'failed',
  warning: 'warning',
  inconclusive: 'inconclusive',
  pass: 'passed',
  none: 'not checked',
};

/** The filters, which the script of the page shows: without it, the page has all rows. */
function filtersOf(names: readonly string[]): Markup {
  const option = (value: string, words: string) => markup`<option value="${value}">${words}</option>`;
  const states = Object.entries(STATES).map(([state, words]) => option(state, words));
  const columns = names.map((name, at) => option(String(at), text(name)));
  return markup`<form class="filters" hidden aria-label="Filters">
<label>Row contains <input type="search" name="text" autocomplete="off"></label>
<label>Outcome <select name="state"><option value="">any</option>${states}</select></label>
<label>Implementation <select name="column"><option value="">all</option>${columns}</select></label>
<label class="check"><input type="checkbox" name="differs" value="1"> only rows that differ</label>
<button type="reset">Show all</button> <span role="status"></span>
</form>
`;
}

/** The rows about who the implementations are; none if that was not given. */
function identityRows(implementations: readonly Implementation[]): readonly (readonly [string, readonly string[]])[] {
  const rows = [
    ['name', ({ identity }: Implementation) => identity?.name],
    ['version', ({ identity }: Implementation) => identity?.version],
    ['contact', ({ identity }: Implementation) => identity?.contact],
    ['image', ({ identity }: Implementation) => identity?.image],
  ] as const;
  return rows
    .map(([label, of]) => [label, implementations.map(of)] as const)
    .filter(([, values]) => values.some((value) => value !== undefined))
    .map(([label, values]) => [label, values.map((value) => value ?? '–')]);
}

/**
 * The matrix as one HTML page that loads nothing; its filters are in its address. `results` are the addresses of the result
 * files, one for each implementation.
 */
export function renderMatrixHtml(
  { implementations, operations, laws, differences, times, warnings }: Matrix,
  results: readonly string[] = [],
): string {
  const names = implementations.map(({ name }) => name);
  const about = (label: string, values: readonly string[]) =>
    row(
      'about',
      label,
      values.map((value) => markup`<td>${text(value)}</td>`),
    );
  const of = (pick: (one: (typeof implementations)[number]) => string) => implementations.map(pick);
  const facts = [
    ...identityRows(implementations).map(([label, values]) => about(label, values)),
    about(
      'target',
      of(({ target }) => target),
    ),
    about(
      'result',
      of(({ result }) => result),
    ),
    about(
      'MUST checks decided',
      of(({ must }) => must),
    ),
    about(
      'operations tested',
      of(({ tested }) => tested),
    ),
    about(
      'power',
      of(({ power }) => power ?? 'not measured'),
    ),
    about(
      'requests',
      of(({ requests }) => String(requests)),
    ),
    about(
      'touchstone',
      of(({ version, seed, budget }) => `${version}, seed ${seed}, budget ${budget}`),
    ),
    about(
      'started',
      of(({ startedAt }) => startedAt),
    ),
    ...(results.length === 0
      ? []
      : [
          row(
            'about',
            'result file',
            results.map((href) => markup`<td><a href="${href}">JSON</a></td>`),
          ),
        ]),
  ];
  const gaps = differences.map(({ clause, operation, values }) =>
    row(
      'gaps',
      `${clause} of ${operation}`,
      values.map((own) => markup`<td>${own.length === 0 ? 'not observed' : text(own.join('; '))}</td>`),
    ),
  );
  const medians = times.map(({ operation, medians: own }) =>
    row(
      'times',
      operation,
      own.map((ms) => markup`<td class="n">${ms === null ? '–' : `${ms} ms`}</td>`),
    ),
  );
  const notes = warnings.map((warning) => markup`<p role="note"><strong>Warning:</strong> ${text(warning)}.</p>`);
  return page(
    'touchstone: implementations',
    markup`<h1>Implementations</h1>
${notes}${filtersOf(names)}${section('about', 'Runs', names, facts)}${section('laws', 'Laws', names, rowsOf('laws', laws))}${section(
  'operations',
  'Operations',
  names,
  rowsOf('operations', operations),
)}${section('gaps', 'Unspecified behaviour that differs', names, gaps)}${section('times', 'Median response times', names, medians)}`,
    matrixScript,
  );
}
