import { useEffect, useRef, useState } from 'preact/hooks';

const FILTERS = ['area', 'operation', 'law', 'outcome', 'level', 'text'] as const;

/** The filters of the list of checks; an empty string matches everything. */
export type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

/** The state of the page that its URL keeps, so that a link to it shows the same view. */
export interface Address {
  readonly filters: Filters;
  /** The ids of the checks that are open. */
  readonly open: readonly string[];
}

/** Parses the part of a URL after `#`; anything that the page did not write is ignored. */
export function readAddress(hash: string): Address {
  const words = new URLSearchParams(hash.startsWith('#/') ? hash.slice(2) : '');
  const filters = Object.fromEntries(FILTERS.map((name) => [name, words.get(name) ?? ''])) as Filters;
  return { filters, open: words.getAll('check') };
}

/** The inverse of `readAddress`; it starts with `#/`, which is not the id of any element. */
export function writeAddress({ filters, open }: Address): string {
  const words = new URLSearchParams();
  for (const name of FILTERS) if (filters[name] !== '') words.set(name, filters[name]);
  for (const id of open) words.append('check', id);
  return `#/${words}`;
}

export const NO_FILTERS: Filters = readAddress('').filters;

/** Updates the address, based on its current value. */
export type Go = (change: (address: Address) => Address) => void;

/** The address and its setter. The URL changes only when typing pauses, because browsers limit the rate of changes. */
export function useAddress(): [Address, Go] {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  const written = useRef('');
  useEffect(() => {
    const timer = setTimeout(() => {
      const hash = writeAddress(address);
      written.current = hash;
      if (hash !== (location.hash || '#/')) location.hash = hash;
    }, 150);
    return () => clearTimeout(timer);
  }, [address]);
  useEffect(() => {
    // Our own change also fires this event, possibly after more was typed; ignore it.
    const follow = () => location.hash !== written.current && setAddress(readAddress(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return [address, setAddress];
}
