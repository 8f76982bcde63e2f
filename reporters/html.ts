import type { RunReport } from '../schemas/generated/touchstone.js';
import { script, style } from './generated/html-app.js';
import { rulePages } from './generated/rule-pages.js';
import { dataBlock } from './html/data-block.js';
import { packed } from './html/packed-checks.js';
import { exchangeBlockId, HEAD_ID, type PageData } from './html/page-data.js';
import { shownExchanges } from './html/shown-exchanges.js';
import { htmlPage, sourceOf } from './html-page.js';

/** The page loads nothing and runs only its own script, and no text can become markup even by mistake. */
const POLICY = [
  "default-src 'none'",
  `script-src ${sourceOf(script)}`,
  `style-src ${sourceOf(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const block = (id: string, value: unknown) => `<script type="application/json" id="${id}">${dataBlock(value)}</script>`;

/** The pages of the rules that failed, because the reader of a report may not have touchstone installed. */
function pagesFor(checks: RunReport['checks']): Record<string, string> {
  const failed = checks.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule);
  return Object.fromEntries(
    [...new Set(failed)].flatMap((rule) => {
      const page = rulePages.get(rule);
      return page === undefined ? [] : [[rule, page]];
    }),
  );
}

/**
 * The run report as one self-contained HTML file. The markup is the same for every report: the data is in JSON blocks,
 * which the script of the page renders as text. `runFile` is the name of the run report file.
 */
export function renderHtml(run: RunReport, runFile = 'touchstone.json'): string {
  const { exchanges: _all, checks, ...report } = run;
  const { exchanges, cut } = shownExchanges(run);
  const head: PageData = {
    report,
    checks: packed(checks),
    cut,
    exchangeIds: exchanges.map(({ id }) => id),
    pages: pagesFor(checks),
    runFile,
  };
  const body = `<noscript><p>This report needs JavaScript. Without it, read the JSON report: it has the same data.</p></noscript>
<div id="page"></div>
${block(HEAD_ID, head)}
${exchanges.map((exchange, index) => block(exchangeBlockId(index), exchange)).join('\n')}
<script>${script}</script>`;
  return htmlPage({ title: 'touchstone', policy: POLICY, style, body });
}
