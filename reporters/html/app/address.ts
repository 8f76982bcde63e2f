import { useEffect, useRef, useState } from 'preact/hooks';

const FILTERS = ['area', 'operation', 'law', 'outcome', 'level', 'text'] as const;

/** What is looked for; an empty text leaves all of its kind in. */
export type Filters = Readonly<Record<(typeof FILTERS)[number], string>>;

/** What the page shows, as its address keeps it: a link to the page as it is now shows the same again. */
export interface Address {
  readonly filters: Filters;
  /** The ids of the checks that are open. */
  readonly open: readonly string[];
}

/** The address in the part of a URL after `#`; what is none of ours means nothing. */
export function readAddress(hash: string): Address {
  const words = new URLSearchParams(hash.startsWith('#/') ? hash.slice(2) : '');
  const filters = Object.fromEntries(FILTERS.map((name) => [name, words.get(name) ?? ''])) as Filters;
  return { filters, open: words.getAll('check') };
}

/** What `readAddress` reads; it begins with `#/`, which is the name of no element. */
export function writeAddress({ filters, open }: Address): string {
  const words = new URLSearchParams();
  for (const name of FILTERS) if (filters[name] !== '') words.set(name, filters[name]);
  for (const id of open) words.append('check', id);
  return `#/${words}`;
}

export const NO_FILTERS: Filters = readAddress('').filters;

/** Changes the address, from what it is by then. */
export type Go = (change: (address: Address) => Address) => void;

/** The address and what changes it; typing is written down once it pauses, because browsers count such changes. */
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
    // What was written here comes back as an event, when more may have been typed already.
    const follow = () => location.hash !== written.current && setAddress(readAddress(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return [address, setAddress];
}
