import { useEffect } from 'preact/hooks';
import { type Filters, NO_FILTERS, useAddress } from './address.js';
import { Checks } from './checks.js';
import { Matrix } from './matrix.js';
import { Power } from './power.js';
import { data } from './report-data.js';
import { Run } from './run.js';
import { Survey } from './survey.js';
import { ResponseTimes, Timeline } from './times.js';
import { Verdict } from './verdict.js';

const SECTIONS = [
  ['matrix', 'Matrix'],
  ['checks', 'Checks'],
  ['power', 'Power'],
  ['survey', 'Survey'],
  ['times', 'Response times'],
  ['timeline', 'Timeline'],
  ['run', 'Run'],
] as const;

/** Scrolls to a section and moves the focus there for screen readers. */
function goTo(id: string) {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** The whole page: the verdict, the matrix, the checks, and everything else in the report. */
export function App({ printing }: { readonly printing: boolean }) {
  const [address, go] = useAddress();
  const { checks, power } = data.report;
  const sections = SECTIONS.filter(([id]) => id !== 'power' || power !== undefined);
  const look = (filters: Partial<Filters>) => {
    go(() => ({ filters: { ...NO_FILTERS, ...filters }, open: [] }));
    goTo('checks');
  };
  useEffect(() => {
    const first = address.open[0];
    const row =
      first && [...document.querySelectorAll<HTMLElement>('.check')].find((one) => one.dataset.check === first);
    if (row) row.scrollIntoView();
    else goTo(location.hash.slice(1));
  }, []);
  return (
    <>
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
      <main>
        <Verdict look={look} />
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
