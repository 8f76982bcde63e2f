import { counted, duration, thousands } from '../../numbers.js';
import { Bars } from './bars.js';
import { data } from './report-data.js';
import { Text } from './text.js';
import { Wide } from './wide.js';

/** The operations that received requests, with their times from the run report. */
const exercised = data.report.operations
  .map(({ id, times, durationsMs = [], timeline = [] }) => ({
    id,
    times,
    histogram: histogram(durationsMs),
    timeline,
    requests: sum(timeline),
  }))
  .filter(({ times, requests }) => times !== undefined || requests > 0);

/** Counts durations in bins: below 1 ms, then bins that grow by a factor of √2, because times vary by factors. */
function histogram(durationsMs: readonly number[]): number[] {
  const bins: number[] = [];
  for (const ms of durationsMs) {
    const bin = ms < 1 ? 0 : 1 + Math.floor(2 * Math.log2(ms));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  return Array.from(bins, (number) => number ?? 0);
}

/** The lower bound of a bin, in milliseconds. */
function binStart(bin: number): number {
  return bin === 0 ? 0 : 2 ** ((bin - 1) / 2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** A response time; below 10 ms with a fraction. */
function time(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : duration(ms);
}

/** Response times by operation: distribution, median and 95th percentile. */
export function ResponseTimes() {
  const bins = Math.max(1, ...exercised.map(({ histogram }) => histogram.length));
  return (
    <section aria-labelledby="times">
      <h2 id="times" tabIndex={-1}>
        Response times
      </h2>
      {exercised.length === 0 ? (
        <p class="note">The run report has no response times.</p>
      ) : (
        <>
          <p class="note">
            Each chart covers 0 to {time(binStart(bins))}; the range of each bar is 1.4x that of the previous one.
          </p>
          <Wide label="Response times by operation">
            <table class="charts">
              <thead>
                <tr>
                  <th scope="col">operation</th>
                  <th scope="col">responses</th>
                  <th scope="col">median</th>
                  <th scope="col">p95</th>
                  <th scope="col">distribution</th>
                </tr>
              </thead>
              <tbody>
                {exercised.map(({ id, times, histogram }) => {
                  if (times === undefined) return null;
                  const [median, p95] = [time(times.medianMs), time(times.p95Ms)];
                  const label = `${id}: ${counted(times.count, 'response')}, median ${median}, p95 ${p95}`;
                  return (
                    <tr key={id}>
                      <th scope="row">
                        <Text>{id}</Text>
                      </th>
                      <td class="number">{thousands(times.count)}</td>
                      <td class="number">{median}</td>
                      <td class="number">{p95}</td>
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

/** The number of requests per operation over the time of the run. */
export function Timeline() {
  const places = Math.max(1, ...exercised.map(({ timeline }) => timeline.length));
  const totals = Array.from({ length: places }, (_, place) =>
    sum(exercised.map(({ timeline }) => timeline[place] ?? 0)),
  );
  const { durationMs } = data.report;
  const rows = [{ id: 'all', timeline: totals, requests: sum(totals) }, ...exercised];
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline" tabIndex={-1}>
        Timeline
      </h2>
      {exercised.length === 0 ? (
        <p class="note">The run report has no request times.</p>
      ) : (
        <>
          <p class="note">
            Requests per operation over the run of {duration(durationMs)}; each bar covers{' '}
            {duration(durationMs / places)}.
          </p>
          <Wide label="Requests over time">
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
  return `${id}: ${counted(sum(timeline), 'request')}, from ${duration(first * part)} to ${duration(last * part)}`;
}
