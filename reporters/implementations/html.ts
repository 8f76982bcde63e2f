import { type Markup, markup, page } from '../markup.js';
import { terminalText } from '../terminal-text.js';
import type { Matrix, Row } from './matrix.js';

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

/** The matrix as one HTML page, without scripts. */
export function renderMatrixHtml({ implementations, operations, laws, differences, times, warnings }: Matrix): string {
  const names = implementations.map(({ name }) => name);
  const about = (label: string, values: readonly string[]) =>
    row(
      'about',
      label,
      values.map((value) => markup`<td>${text(value)}</td>`),
    );
  const of = (pick: (one: (typeof implementations)[number]) => string) => implementations.map(pick);
  const facts = [
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
${notes}${section('about', 'Runs', names, facts)}${section('laws', 'Laws', names, rowsOf('laws', laws))}${section(
  'operations',
  'Operations',
  names,
  rowsOf('operations', operations),
)}${section('gaps', 'Unspecified behaviour that differs', names, gaps)}${section('times', 'Median response times', names, medians)}`,
  );
}
