const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** One way to read a text: each is undone on its own and after the others, twice. */
const READINGS: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\s/g, ''),
  (text) => text.replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replace(/\\[nrt]/g, '').replace(/\\(.)/g, '$1'),
  (text) =>
    Buffer.from(
      text.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString('utf8'),
  (text) => text.replaceAll('+', ' '),
  (text) =>
    text
      .replace(/&#x([0-9a-f]{1,6});/gi, (_all, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replace(/&#(\d{1,7});/g, (_all, code: string) => String.fromCodePoint(Number(code)))
      .replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => NAMED[name] ?? ''),
];

/** What the runs of base64 and of hex in a text hold, wherever in a run they begin. */
function decodedRuns(text: string): string[] {
  const joined = text.replace(/\\[nrt]|\s/g, '');
  const base64 = [...joined.matchAll(/[A-Za-z0-9+/_-]{8,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('latin1')),
  );
  const hex = [...joined.matchAll(/[0-9a-f]{8,}/gi)].flatMap(([run]) =>
    [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString('latin1')),
  );
  return [...base64, ...hex];
}

/** All readings of an output in which a secret is looked for: each on its own, any two of them, and all in turn. */
function readings(output: string): string[] {
  const once = READINGS.map((read) => read(output));
  // A reading that changes nothing leads to no others.
  const changed = once.filter((text) => text !== output);
  const twice = [...new Set(changed)].flatMap((text) => READINGS.map((read) => read(text)));
  let all = output;
  for (const read of READINGS) all = read(all);
  return [...new Set([output, ...once, ...twice, all])];
}

/** Pieces of a secret, chosen so that every part of fifteen characters contains one. */
function pieces(secret: string): string[] {
  const text = secret.replace(/\s/g, '');
  return Array.from({ length: Math.floor((text.length - 8) / 4) }, (_unused, index) =>
    text.slice(index * 4, index * 4 + 12),
  );
}

/**
 * The pieces of secrets that an output holds: plain, URL-encoded, JSON- or HTML-escaped, in base64 or hex, and over
 * several lines. Fifteen characters of it count, so that no large part of it passes either.
 */
export function leaks(output: string, secrets: readonly string[]): string[] {
  const texts = [...readings(output).map((text) => text.replace(/\s/g, '')), ...decodedRuns(output)].join('\n');
  const wanted = secrets.flatMap((secret) => pieces(secret));
  const asBytes = wanted.map((piece) => Buffer.from(piece, 'utf8').toString('latin1'));
  return [...new Set([...wanted, ...asBytes])].filter((piece) => texts.includes(piece));
}
