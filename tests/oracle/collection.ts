import type { JsonRecord } from '../../engine/session/page.js';

/** A generator of numbers from 0 to 1 that a seed determines. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const NAMES = [
  'MacBook',
  'macbook',
  'Café',
  'Cafe',
  'Cafe\u0301',
  'Straße',
  'Strasse',
  'ØRSTED',
  'Orsted',
  "O'Neil",
  'a\\b',
];
const MORE = [
  '100%',
  'a_b',
  'Zebra',
  'apple',
  'Äpfel',
  'ｆｕｌｌ',
  '😀 smile',
  '東京',
  'end ',
  'end',
  '',
  'ab',
  'AB',
  'b-c',
  'bc',
];
export const WORDS = [...NAMES, ...MORE];

/** Records with a field of each type, some of them null or absent, many values shared. */
export function collectionOf(count: number, seed = 1): JsonRecord[] {
  const random = randomOf(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  return Array.from({ length: count }, (_unused, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name:
      index < WORDS.length
        ? WORDS[index]
        : random() < 0.1
          ? null
          : random() < 0.6
            ? pick(WORDS)
            : `User ${Math.floor(random() * count)}`,
    ...(random() < 0.9 && { department: pick(['Sales', 'sales', 'IT', 'Research', 'HR']) }),
    total: random() < 0.1 ? null : Math.floor(random() * 200),
    cost: random() < 0.1 ? null : Math.round(random() * 10_000) / 100,
    active: random() < 0.1 ? null : random() < 0.5,
    created:
      random() < 0.1
        ? null
        : new Date(Date.UTC(2024, 0, 1) + Math.floor(random() * 500) * 86_400_000 + 3_600_000 * index).toISOString(),
  }));
}
