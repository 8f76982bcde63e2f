import { CREDENTIAL_CHANGES, type CredentialChange, EXTENSION } from '../access/extension.js';
import { type DecodedText, decodedText } from './decoded-text.js';
import { decodedForms, encodedForms } from './secret-forms.js';

const SECRET_NAME = /authorization|cookie|token|secret|password|passwd|credential|signature|session|api[-_]?key/i;
const SECRET_WORD =
  '(?:(?:access|refresh|id|auth|session|csrf|xsrf)?[_-]?token|(?:client[_-]?)?secret|password|passwd|api[_-]?key|session[_-]?id)';
/** A member whose value is a secret. */
const SECRET_MEMBER = new RegExp(`("${SECRET_WORD}"\\s*:\\s*")(?:[^"\\\\]|\\\\.)*"`, 'gi');
/** The same in JSON that stands in the text of a member: a quote in the value has more backslashes than those around it. */
const QUOTED_MEMBER = new RegExp(`((\\\\{1,3}")${SECRET_WORD}\\2\\s*:\\s*\\2)[^]{0,4096}?(?<!\\\\)\\2`, 'gi');
/** The same as a parameter of a form or a query. */
const SECRET_PARAMETER = new RegExp(`\\b(${SECRET_WORD})=[^\\s&"'<>\\\\;,]+`, 'gi');
export const REDACTED = '[redacted]';

/** Shorter values occur by chance: they are redacted only by the name of their header. */
const SHORTEST = 4;
/** A truncated text may end with at most this many characters of a secret. */
const CUT = 12;
/** Shorter values could arise by chance from the ends and beginnings of lines. */
const LOOSE = 8;
const CHANGES: readonly CredentialChange[] = Object.values(CREDENTIAL_CHANGES);
/** Common header values that are not secret. */
const COMMON = new Set(['true', 'false', 'null', 'none', 'bearer', 'basic']);

/**
 * Removes secrets from evidence: by the name of a header or member, and by value wherever it occurs, plain or encoded
 * (URL, JSON, HTML, base64, hex), complete or truncated.
 */
export class Redaction {
  readonly #secrets: readonly string[];
  readonly #forms: readonly string[];
  /** What a text is searched for, made when the first one is: many are made only to find whole secrets. */
  #sought: Sought | null = null;
  readonly #names: ReadonlySet<string>;

  /**
   * @param secrets values that must not be written anywhere; those of fewer than four characters are left
   * @param headers names of further headers whose values are secrets
   */
  constructor(secrets: readonly string[], headers: readonly string[]) {
    const telling = secrets.filter((secret) => secret.length >= SHORTEST && !COMMON.has(secret.toLowerCase()));
    this.#secrets = telling;
    // Similar credentials are sent to test that they are refused.
    const similar = telling.flatMap((secret) => CHANGES.map(({ of }) => of(secret)));
    const all = [...telling, ...similar.filter(({ length }) => length >= LOOSE)];
    this.#forms = longestFirst(all.flatMap(encodedForms), SHORTEST);
    this.#names = new Set(headers.map((name) => name.toLowerCase()));
  }

  text(text: string): string {
    this.#sought ??= soughtOf(this.#secrets, this.#forms);
    const { heads, headless, decoded, decodedHeads } = this.#sought;
    // Most texts have no secret, which a search for the few heads shows.
    const found = heads.filter((head) => text.includes(head));
    const forms = found.length === 0 ? headless : this.#forms;
    const whole = forms.reduce((result, form) => result.replaceAll(form, REDACTED), text);
    const loose = withoutEscaped(whole, decoded, decodedHeads);
    const byValue = found.reduce((result, head) => withoutCut(result, head, this.#forms), loose);
    return byValue
      .replace(SECRET_MEMBER, `$1${REDACTED}"`)
      .replace(QUOTED_MEMBER, `$1${REDACTED}$2`)
      .replace(SECRET_PARAMETER, `$1=${REDACTED}`);
  }

  /**
   * Headers without secrets. Made-up credentials are not secret and stay visible, so that the request can be
   * reproduced.
   */
  headers(headers: Readonly<Record<string, string>>, madeUp: readonly string[] = []): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => {
        const secret = SECRET_NAME.test(name) || this.#names.has(name.toLowerCase());
        if (!secret || madeUp.includes(value)) return [name, this.text(value)];
        const change = this.#changeIn(value);
        return [name, change === undefined ? redactedValue(name, value) : `${REDACTED}${change.mark}`];
      }),
    );
  }

  /** The change of the secret that a header ends with, if it is not the secret itself. */
  #changeIn(value: string): CredentialChange | undefined {
    if (this.#secrets.some((secret) => value.endsWith(secret))) return undefined;
    return CHANGES.find(({ of }) => this.#secrets.some((secret) => value.endsWith(of(secret))));
  }

  /** Whether a text holds one of the secret values as a whole, plain or encoded. */
  finds(text: string): boolean {
    return this.#forms.some((form) => text.includes(form));
  }
}

interface Sought {
  /** The forms to look for after escapes are resolved: other encoders escape other characters, and some wrap lines. */
  readonly decoded: readonly string[];
  /** How they begin, for those that are cut off. */
  readonly decodedHeads: readonly string[];
  /** How the forms begin, for those that are cut off. */
  readonly heads: readonly string[];
  /** The forms that are too short to have a head. */
  readonly headless: readonly string[];
}

function soughtOf(secrets: readonly string[], forms: readonly string[]): Sought {
  const decoded = longestFirst(secrets.flatMap(decodedForms), LOOSE);
  const headless = forms.filter(({ length }) => length < CUT);
  return { decoded, decodedHeads: headsOf(decoded), heads: headsOf(forms), headless };
}

/** How forms begin that are too long to be left when they are cut off. */
function headsOf(forms: readonly string[]): string[] {
  const heads = forms.map((form) => form.slice(0, CUT)).filter(({ length }) => length === CUT);
  return [...new Set(heads)];
}

/** The forms of at least some length, each once. */
function longestFirst(forms: readonly string[], shortest: number): string[] {
  return [...new Set(forms)].filter(({ length }) => length >= shortest).sort((a, b) => b.length - a.length);
}

/**
 * A redacted header. The scheme Basic and what was added to the credential stay, because the command that sends the
 * request again depends on them.
 */
function redactedValue(name: string, value: string): string {
  if (value.endsWith(EXTENSION)) return `${REDACTED}${EXTENSION}`;
  return name.toLowerCase() === 'authorization' && /^basic /i.test(value) ? `Basic ${REDACTED}` : REDACTED;
}

/**
 * The text without each part that matches one of the forms once its escapes are resolved (up to two layers), as a whole or
 * from its head for as long as it matches.
 */
function withoutEscaped(text: string, forms: readonly string[], heads: readonly string[]): string {
  const outer = forms.length === 0 ? null : decodedText(text);
  if (outer === null) return text;
  const inner = decodedText(outer.plain);
  const found = [
    ...placesOf(outer, forms, heads),
    ...(inner === null ? [] : placesOf(inner, forms, heads).map(([from, to]) => outer.source(from, to))),
  ];
  const parts: string[] = [];
  let from = 0;
  for (const [start, end] of found.sort(([a], [b]) => a - b)) {
    if (start >= from) parts.push(text.slice(from, start), REDACTED);
    from = Math.max(from, end);
  }
  return parts.join('') + text.slice(from);
}

/** The positions of the forms in a decoded text, as ranges of the encoded text. */
function placesOf(
  { plain, source }: DecodedText,
  forms: readonly string[],
  heads: readonly string[],
): (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  // Short forms have no head of their own.
  for (const sought of [...heads, ...forms.filter(({ length }) => length < CUT)]) {
    for (let at = plain.indexOf(sought), end = 0; at >= 0; at = plain.indexOf(sought, end)) {
      end = at + Math.max(sought.length, ...forms.map((form) => commonLength(plain, at, form)));
      places.push(source(at, end));
    }
  }
  return places;
}

/** The text without each part that begins like a secret, for as long as it matches. */
function withoutCut(text: string, head: string, forms: readonly string[]): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, from)) {
    parts.push(text.slice(from, at), REDACTED);
    from = at + Math.max(...forms.map((form) => commonLength(text, at, form)));
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from);
}

function commonLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text[at + length] === form[length]) length += 1;
  return length;
}
