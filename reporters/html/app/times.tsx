import { duration, thousands } from '../../numbers.js';
import { Bars } from './bars.js';
import { data } from './report-data.js';
import { Text } from './text.js';
import { Wide } from './wide.js';

/** The operations that were asked, with the times that the run report has of them. */
const asked = data.report.operations
  .map(({ id, times, durationsMs = [], timeline = [] }) => ({
    id,
    times,
    histogram: histogram(durationsMs),
    timeline,
    requests: sum(timeline),
  }))
  .filter(({ times, requests }) => times !== undefined || requests > 0);

/** Durations by bin: below 1 ms, then in bins that grow by the root of two, because times differ by factors. */
function histogram(durationsMs: readonly number[]): number[] {
  const bins: number[] = [];
  for (const ms of durationsMs) {
    const bin = ms < 1 ? 0 : 1 + Math.floor(2 * Math.log2(ms));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return Array.from(bins, (number) => number ?? 0);
}

/** Where a bin begins, in milliseconds. */
function binStart(bin: number): number {
  return bin === 0 ? 0 : 2 ** ((bin - 1) / 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** A duration of answers: below 10 ms the fraction matters. */
function time(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms);
}

/** How long answers took, by operation: the distribution, and what it comes to. */
export function AnswerTimes() {
  const bins = Math.max(1, ...asked.map(({ histogram }) => histogram.length));
  return (
    <section aria-labelledby="times">
      <h2 id="times" tabIndex={-1}>
        Answer times
      </h2>
      {asked.length === 0 ? (
        <p class="note">The run report has no answer times.</p>
      ) : (
        <>
          <p class="note">
            Each chart goes from 0 to {time(binStart(bins))}, and each bar to 1.4 times the bar before it.
          </p>
          <Wide label="Answer times by operation">
            <table class="charts">
              <thead>
                <tr>
                  <th scope="col">operation</th>
                  <th scope="col">answers</th>
                  <th scope="col">median</th>
                  <th scope="col">95 %</th>
                  <th scope="col">distribution</th>
                </tr>
              </thead>
              <tbody>
                {asked.map(({ id, times, histogram }) => {
                  if (times === undefined) return null;
                  const [median, most] = [time(times.medianMs), time(times.p95Ms)];
                  const label = `${id}: half of ${thousands(times.count)} answers within ${median}, 95 % within ${most}`;
                  return (
                    <tr key={id}>
                      <th scope="row">
                        <Text>{id}</Text>
                      </th>
                      <td class="number">{thousands(times.count)}</td>
                      <td class="number">{median}</td>
                      <td class="number">{most}</td>
                      <td>
                        <Bars label={label} values={histogram} places={bins} most={Math.max(...histogram)} />
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </Wide>
        </>
      )}
    </section>
  );
}

/** When each operation was asked. */
export function Timeline() {
  const places = Math.max(1, ...asked.map(({ timeline }) => timeline.length));
  const totals = Array.from({ length: places }, (_, place) => sum(asked.map(({ timeline }) => timeline[place] ?? 0)));
  const { durationMs } = data.report;
  const rows = [{ id: 'all', timeline: totals, requests: sum(totals) }, ...asked];
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" tabIndex={-1}>
        Timeline
      </h2>
      {asked.length === 0 ? (
        <p class="note">The run report has no times of requests.</p>
      ) : (
        <>
          <p class="note">
            When each operation was asked, from the start of the run to its end after {duration(durationMs)}; a bar is{' '}
            {duration(durationMs / places)}.
          </p>
          <Wide label="Requests over the time of the run">
            <table class="charts">
              <thead>
                <tr>
                  <th scope="col">operation</th>
                  <th scope="col">requests</th>
                  <th scope="col">0 to {duration(durationMs)}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ id, timeline, requests }) => (
                  <tr key={id}>
                    <th scope="row">
                      <Text>{id}</Text>
                    </th>
                    <td class="number">{thousands(requests)}</td>
                    <td>
                      <Bars
                        label={when(id, timeline, durationMs)}
                        values={timeline}
                        places={places}
                        most={Math.max(...timeline)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Wide>
        </>
      )}
    </section>
  );
}

function when(id: string, timeline: readonly number[], durationMs: number): string {
  const part = durationMs / timeline.length;
  const first = timeline.findIndex((number) => number > 0);
  const last = timeline.findLastIndex((number) => number > 0) + 1;
  return `${id}: ${thousands(sum(timeline))} requests, from ${duration(first * part)} to ${duration(last * part)}`;
}
