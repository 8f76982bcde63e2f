import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Check } from '../../../schemas/generated/touchstone.js';
import { counted, thousands } from '../../numbers.js';
import { type Address, type Go, NO_FILTERS } from './address.js';
import { CheckView } from './check.js';
import { FilterBar } from './filter-bar.js';
import { isBad, kindOf } from './kinds.js';
import { matches, worstFirst } from './matching.js';

/** The number of checks that are added to the page at a time. */
const STEP = 100;

interface ChecksProps {
  readonly checks: readonly Check[];
  readonly address: Address;
  readonly go: Go;
  /** A printed page lists only checks that need attention, all of them open. */
  readonly printing: boolean;
}

/** The list of checks that match the filters, the worst first, rendered as far as the reader has scrolled. */
export function Checks({ checks, address, go, printing }: ChecksProps) {
  const { filters, open } = address;
  const sorted = useMemo(() => worstFirst(checks), [checks]);
  const found = useMemo(() => sorted.filter((check) => matches(check, filters)), [sorted, filters]);
  const [room, setRoom] = useState(STEP);
  const end = useRef<HTMLButtonElement>(null);
  const isOpen = new Set(open);
  const lastOpen = found.findLastIndex(({ id }) => isOpen.has(id)) + 1;
  const shown = printing ? found.filter((check) => isBad(kindOf(check))) : found.slice(0, Math.max(room, lastOpen));
  const more = () => setRoom(Math.max(room, lastOpen) + STEP);
  useEffect(() => setRoom(STEP), [filters]);
  useEffect(() => {
    if (end.current === null) return;
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && more(), { rootMargin: '800px' });
    seen.observe(end.current);
    return () => seen.disconnect();
  });
  const toggle = useCallback(
    (id: string) =>
      go(({ open, ...rest }) => ({
        ...rest,
        open: open.includes(id) ? open.filter((other) => other !== id) : [...open, id],
      })),
    [go],
  );
  const all = found.length === checks.length;
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" tabIndex={-1}>
        Checks
      </h2>
      <FilterBar checks={checks} filters={filters} change={(next) => go((now) => ({ ...now, filters: next }))} />
      <p class="count">
        <span role="status">
          {all ? counted(checks.length, 'check') : `${thousands(found.length)} of ${counted(checks.length, 'check')}`}
        </span>{' '}
        {!all && (
          <button type="button" onClick={() => go((now) => ({ ...now, filters: NO_FILTERS }))}>
            Show all
          </button>
        )}
      </p>
      {printing && <p class="note">The printed page lists only failures, errors and warnings.</p>}
      <ol class="checks">
        {shown.map((check) => (
          <CheckView key={check.id} check={check} open={printing || isOpen.has(check.id)} toggle={toggle} />
        ))}
      </ol>
      {!printing && shown.length < found.length && (
        <button type="button" ref={end} onClick={more}>
          Show more
        </button>
      )}
    </section>
  );
}
