import { nounFor } from '../numbers/plural.js';

/** `1312` as `1,312`. */
export function thousands(count: number): string {
  // A formatter of Intl would take 15 ms to load, in each command that prints a count.
  const [whole = '', fraction] = String(Math.round(count * 1000) / 1000).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A count with its noun: `1 check`, `1,312 checks`. Pass `plural` for irregular nouns. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${thousands(count)} ${nounFor(count, noun, plural)}`;
}

/** Formats a duration in milliseconds: `850 ms`, `1.4 s`, `2 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${thousands(Math.floor(seconds / 60))} min ${String(seconds % 60).padStart(2, '0')} s`;
}
