import { fields } from '../../schemas/generated/fields.js';
import type { Finding } from '../../schemas/generated/touchstone.js';
import { mapScalars, stringOf } from './json-places.js';
import { type IsMasked, membersOf, type Path } from './mask-pattern.js';
import type { Pseudonyms } from './pseudonyms.js';

/** The names of the documented fields: they are not values, and neither are the words below. */
const FIELDS: ReadonlySet<string> = new Set(Object.values(fields).flatMap((record) => Object.keys(record)));
const WORDS: ReadonlySet<string> = new Set(['Active', 'Inactive', 'asc', 'desc', 'true', 'false', 'null']);
/** What looks like an id, a number or a date. */
const PLAIN = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[-+.\d]+|\d{4}-\d\d-\d\d(?:T[\d:.,+-]*Z?)?)$/i;
/** A text in quotes, which may be cut: an ellipsis marks its end then. */
const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(?<![^\s([{:,])(["'])([^…]*?)(?=\\?…)/gs;
const PSEUDONYM = /^masked-\d+$/;
/**
 * A literal of a filter: in quotes, where a quote is escaped by a backslash or another quote; cut, and then marked by an
 * ellipsis; with no closing quote, as in a malformed filter; or a bare word.
 */
const LITERAL = [
  `"(?<cutDouble>(?:[^"\\\\…]|\\\\.|"")*)(?=\\\\?… \\()`,
  `'(?<cutSingle>(?:[^'\\\\…]|\\\\.|'')*)(?=\\\\?… \\()`,
  `"(?<double>(?:[^"\\\\]|\\\\.|"")*)"`,
  `'(?<single>(?:[^'\\\\]|\\\\.|'')*)'`,
  `["'](?<open>[^"'].*)$`,
  `(?<bare>[^\\s"')]+)`,
].join('|');

/** Masks the texts of a report. */
export class MaskedTexts {
  readonly #member: RegExp;
  readonly #comparison: RegExp;

  /** @param names the names of masked fields */
  constructor(
    private readonly isMasked: IsMasked,
    names: ReadonlySet<string>,
    private readonly pseudonyms: Pseudonyms,
  ) {
    const any = [...names].map((name) => name.replace(/[^\w]/g, '\\$&')).join('|');
    this.#member = new RegExp(`("(?:${any})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?)`, 'g');
    this.#comparison = new RegExp(`\\b(?:${any})\\s+-\\w+\\s+(?:${LITERAL})`, 'gis');
  }

  /** A body: values at masked places, and known values wherever they are. `base` is the place of the body itself. */
  body(text: string, base: Path = []): string {
    if (!/^\s*[{["]/.test(text)) return this.text(text);
    return mapScalars(
      text,
      (token, path) => {
        if (/^(?:true|false|null)$/.test(token)) return token;
        const value = stringOf(token);
        if (this.isMasked(path)) return JSON.stringify(this.pseudonyms.of(value ?? token));
        if (value === null) return token;
        // A text may quote a filter, as a bulk update and an error response do.
        const shown = / -\w/.test(value) ? this.text(value) : value;
        return this.pseudonyms.text(shown === value ? token : JSON.stringify(shown));
      },
      base,
    );
  }

  /** Any other text: members and comparisons that name a masked field, and known values wherever they are. */
  text(text: string): string {
    return this.pseudonyms.text(this.#named(text));
  }

  /** The members and comparisons that name a masked field. */
  #named(text: string): string {
    const { pseudonyms } = this;
    return text
      .replace(this.#member, (_match, name: string, token: string) => {
        return `${name}${JSON.stringify(pseudonyms.of(stringOf(token) ?? token))}`;
      })
      .replace(this.#comparison, (match, ...captured) => {
        const literals = captured.at(-1) as Readonly<Record<string, string | undefined>>;
        const literal = Object.values(literals).find((one) => one !== undefined) ?? '';
        if (literal === '' || PSEUDONYM.test(literal)) return match;
        const at = match.lastIndexOf(literal);
        return `${match.slice(0, at)}${pseudonyms.of(unescaped(literal))}${match.slice(at + literal.length)}`;
      });
  }

  /** A URL: the values of its query, which may be filters. */
  url(url: string): string {
    const at = url.indexOf('?');
    if (at < 0) return this.pseudonyms.text(url);
    const pairs = url.slice(at + 1).split('&');
    const masked = pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      const value = decoded(rest.join('='));
      const shown = this.text(value);
      return shown === value ? pair : `${name}=${encodeURIComponent(shown)}`;
    });
    return `${this.pseudonyms.text(url.slice(0, at))}?${masked.join('&')}`;
  }

  /**
   * A finding. At a masked place its texts hold the value itself. Elsewhere they may quote values of records, such as
   * those that a sort compares, unless the place is a documented field that is not masked.
   */
  finding(finding: Finding): Finding {
    const path = membersOf(finding.at);
    const last = path.at(-1) ?? '';
    const at = this.text(finding.at);
    if (!this.isMasked(path) && FIELDS.has(last) && last !== 'items') {
      const [expected, actual, message] = [finding.expected, finding.actual, finding.message].map((text) =>
        this.text(text),
      ) as [string, string, string];
      return { ...finding, at, expected, actual, message };
    }
    return {
      ...finding,
      at,
      expected: this.#quoted(finding.expected),
      actual: this.isMasked(path) ? this.#value(finding.actual, path) : this.#described(finding.actual, path),
      message: this.#quoted(finding.message),
    };
  }

  /** The text of a value at a masked place. */
  #value(actual: string, path: Path): string {
    if (actual === 'nothing' || /^(?:true|false|null)$/.test(actual)) return actual;
    return /^[{[]/.test(actual) ? this.body(actual, path) : this.pseudonyms.of(actual);
  }

  /** A value as JSON, or a description that may quote values. */
  #described(actual: string, path: Path): string {
    return /^[{[]/.test(actual) ? this.body(actual, path) : this.#quoted(actual);
  }

  /** A sentence that may quote values of records: what is quoted and no word of the interface is masked. */
  #quoted(text: string): string {
    const masked = this.#named(text).replace(
      QUOTED,
      (match, one?: string, other?: string, open?: string, cut?: string) => {
        const value = one === undefined ? unescaped(other ?? cut ?? '') : (stringOf(match) ?? '');
        if (PSEUDONYM.test(value)) return match;
        if (FIELDS.has(value) || WORDS.has(value) || PLAIN.test(value) || !/\p{L}|\d{4}/u.test(value)) return match;
        if (/\s-\w+\s/.test(value)) return match;
        if (open !== undefined) return `${open}${this.pseudonyms.of(value)}`;
        const quote = one === undefined ? "'" : '"';
        return `${quote}${this.pseudonyms.of(value)}${quote}`;
      },
    );
    return this.pseudonyms.text(masked);
  }
}

/** The value of a literal: a quote and a backslash in it are escaped by a backslash, or a quote by another one. */
function unescaped(literal: string): string {
  return literal.replace(/\\(.)|''|""/gs, (match, escaped?: string) => escaped ?? match.charAt(0));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
