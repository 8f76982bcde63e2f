import { flushSync } from 'preact/compat';
import { useEffect } from 'preact/hooks';
import { type Filters, NO_FILTERS, useAddress } from './address.js';
import { Checks } from './checks.js';
import { Failures } from './failures.js';
import { isBad, kindOf } from './kinds.js';
import { Matrix } from './matrix.js';
import { Power } from './power.js';
import { data } from './report-data.js';
import { Run } from './run.js';
import { Survey } from './survey.js';
import { ResponseTimes, Timeline } from './times.js';
import { Verdict } from './verdict.js';

const SECTIONS = [
  ['failures', 'Failures'],
  ['matrix', 'Matrix'],
  ['checks', 'Checks'],
  ['power', 'Power'],
  ['survey', 'Survey'],
  ['times', 'Response times'],
  ['timeline', 'Timeline'],
  ['run', 'Run'],
] as const;

const MAIN = 'main';

/** Scrolls to a section and moves the focus there for screen readers. */
function goTo(id: string) {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** The row of a check in the list, if it is rendered. */
function rowOf(id: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('.check')].find((one) => one.dataset.check === id);
}

/** The whole page: the verdict, the failures, the matrix, the checks, and everything else in the report. */
export function App({ printing }: { readonly printing: boolean }) {
  const [address, go] = useAddress();
  const { checks, power } = data.report;
  const absent = {
    power: power === undefined,
    failures: !checks.some((check) => isBad(kindOf(check))),
  };
  const sections = SECTIONS.filter(([id]) => !(id in absent && absent[id as keyof typeof absent]));
  const look = (filters: Partial<Filters>) => {
    go(() => ({ filters: { ...NO_FILTERS, ...filters }, open: [] }));
    goTo('checks');
  };
  const open = (id: string) => {
    // Rendered at once, so that the check exists when the page scrolls to it.
    flushSync(() => go(() => ({ filters: NO_FILTERS, open: [id] })));
    const row = rowOf(id);
    row?.scrollIntoView();
    row?.querySelector('button')?.focus({ preventScroll: true });
  };
  useEffect(() => {
    const [first] = address.open;
    const row = first === undefined ? undefined : rowOf(first);
    if (row) row.scrollIntoView();
    else goTo(location.hash.slice(1));
  }, []);
  return (
    <>
      <a
        class="skip"
        href={`#${MAIN}`}
        onClick={(event) => {
          event.preventDefault();
          goTo(MAIN);
        }}
      >
        Skip to the result
      </a>
      <nav aria-label="Sections">
        {sections.map(([id, word]) => (
          <a
            key={id}
            href={`#${id}`}
            onClick={(event) => {
              // The URL fragment holds the filters; a normal link would overwrite it.
              event.preventDefault();
              goTo(id);
            }}
          >
            {word}
          </a>
        ))}
      </nav>
      <main id={MAIN} tabIndex={-1}>
        <Verdict look={look} />
        <Failures open={open} />
        <Matrix checks={checks} look={look} />
        <Checks checks={checks} address={address} go={go} printing={printing} />
        {power !== undefined && <Power power={power} />}
        <Survey />
        <ResponseTimes />
        <Timeline />
        <Run />
      </main>
    </>
  );
}
