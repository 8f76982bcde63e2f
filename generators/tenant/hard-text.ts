/** Names of people that break careless code: quotes, backslashes, both normal forms, right to left, emoji, markup. */
export const HARD_NAMES: readonly string[] = [
  "Siobhán O'Brien-D'Arcy",
  'Robert "Bob" Tables',
  'Zoe\u0308 Nun\u0303ez', // the same letters as below, decomposed (NFD)
  'Zoë Nuñez', // composed (NFC)
  'מרים כהן',
  'محمد العربي',
  '山田 太郎',
  'Ægir Þórsson',
  'Family 👩‍👩‍👧‍👦 Account',
  'back\\slash \\ user',
  '100% Contractor (temp), Ltd.',
  "'; DROP TABLE users;--",
  '<b>bold</b> & co',
  'İlker Ğış',
  'Straße ﬁnanz Ａ',
];

/** Names of applications of the same kind; some of them twice with another letter case. */
export const HARD_APPLICATION_NAMES: readonly string[] = [
  'Zoë\'s "Notes" \\ 50% off',
  "O'Reilly Safari",
  'café planner',
  'cafe\u0301 planner', // NFD of the one above
  'Café Planner',
  'مخطط المشاريع',
  'Rocket 🚀 (beta), v2',
  'A+B [test] {x}',
  '%20%2F..%2F',
  'null',
];

/** Departments: few, so that many users share one; null is one of them. */
export const DEPARTMENTS: readonly (string | null)[] = [
  'Engineering',
  'engineering',
  'Sales',
  'Finance',
  'Human Resources',
  'R&D "Skunk\\Works"',
  "Developers' Relations",
  'Qualité',
  'Qualite\u0301', // NFD of the one above
  'Legal, Risk (EMEA) 100%',
  null,
  'משאבי אנוש',
];

/** A note as people paste it: long, several lines, all the characters of above. */
export const LONG_NOTE = `Renewal notes:\n${'It\'s "critical" \\ 100% — naïve 🚀 עברית; see <https://example.com/?a=1&b=2>.\n'.repeat(40)}End.`;
