import { type Markup, markup, page } from '../markup.js';
import { counted } from '../numbers.js';
import { terminalText } from '../terminal-text.js';
import { changeText, decidedText, flipsText, verdictsText } from './console.js';
import type { TimeTrend, Trends } from './trends.js';

const WIDTH = 240;
const HEIGHT = 32;

/** A line of medians over time, as an image with its range as text. */
function plot({ operation, medians }: TimeTrend): Markup {
  const most = Math.max(...medians, 1);
  const step = WIDTH / Math.max(1, medians.length - 1);
  const points = medians
    .map((median, index) => `${(index * step).toFixed(1)},${(HEIGHT - 2 - (median / most) * (HEIGHT - 4)).toFixed(1)}`)
    .join(' ');
  const label = `${operation}: medians from ${Math.min(...medians).toFixed(1)} to ${most.toFixed(1)} ms`;
  return markup`<svg role="img" aria-label="${label}" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><polyline fill="none" stroke="currentColor" stroke-width="1.5" points="${points}"/></svg>`;
}

function sectionOf(trends: Trends): Markup {
  const { target, runs, firstAt, lastAt, checks, times } = trends;
  const rows = checks.map(
    (check) => markup`<tr><th scope="row">${check.id}</th><td class="${check.last}">${check.last}</td>
<td class="n">${check.failed} of ${check.decided}</td><td>${flipsText(check.flaky)}</td><td>${flipsText(check.drift)}</td>
<td>${check.firstFailed ?? ''}</td><td>${check.lastFailed ?? ''}</td></tr>`,
  );
  const timed = times.map(
    (one) => markup`<tr><th scope="row">${one.operation}</th><td class="n">${one.first.medianMs.toFixed(1)}</td>
<td class="n">${one.last.medianMs.toFixed(1)}</td><td class="n">${one.first.p95Ms.toFixed(1)}</td>
<td class="n">${one.last.p95Ms.toFixed(1)}</td><td>${changeText(one.change)}</td><td>${plot(one)}</td></tr>`,
  );
  return markup`<section><h2>${terminalText(target)}</h2>
<p>${counted(runs, 'run')} from ${firstAt} to ${lastAt}: ${verdictsText(trends)}. Of the checks: ${decidedText(trends)}.</p>
<div class="wide" tabindex="0" role="region" aria-label="Checks that failed"><table><caption>Checks that failed</caption>
<thead><tr><th scope="col">Check</th><th scope="col">Now</th><th scope="col">Failed</th><th scope="col">Flips, same data (95 %)</th>
<th scope="col">Flips, other data (95 %)</th><th scope="col">First failed</th><th scope="col">Last failed</th></tr></thead><tbody>${rows}</tbody></table></div>
<div class="wide" tabindex="0" role="region" aria-label="Response times"><table><caption>Response times in milliseconds</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Median first</th><th scope="col">Median last</th><th scope="col">p95 first</th>
<th scope="col">p95 last</th><th scope="col">Level changed</th><th scope="col">Medians</th></tr></thead><tbody>${timed}</tbody></table></div></section>`;
}

/** The trends of targets as one HTML page, without scripts. */
export function renderHistoryHtml(all: readonly Trends[]): string {
  return page('touchstone history', markup`<h1>touchstone history</h1>${all.map(sectionOf)}`);
}
