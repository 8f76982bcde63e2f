import { CREDENTIAL_CHANGES, EXTENSION } from '../access/extension.js';

type Headers = Readonly<Record<string, string>>;

/** What a request can carry in place of the credential: none, an empty one, or one that is wrong. */
export type WrongCredential = 'none' | 'empty' | 'wrong';
/** Which credential a write carries: the given one, or none or a made-up one. */
export type WriteCredential = 'given' | WrongCredential;
/** What a read can also carry: the given credential with a small change that makes it a wrong one. */
export type SimilarCredential = 'extended' | keyof typeof CREDENTIAL_CHANGES;
/** Which credential a request carries; `other-scheme` is a wrong one of another scheme than the given one. */
export type Credential = WriteCredential | SimilarCredential | 'other-scheme';

const NAME = /authorization|cookie|token|secret|password|credential|signature|session|auth|key/i;
/** A credential of so few characters is too short to be cut. */
const SHORT = 8;
const WRONG_VALUE = 'touchstone-wrong-credential';
/** A user name and a password that do not exist, in the form of the Basic scheme. */
const WRONG_PAIR = Buffer.from(`touchstone:${WRONG_VALUE}`).toString('base64');

/** Values sent in place of a credential to test that they are refused; not secret. */
export const MADE_UP_CREDENTIALS: readonly string[] = [
  '',
  'Bearer ',
  'Basic ',
  WRONG_VALUE,
  `Bearer ${WRONG_VALUE}`,
  `Basic ${WRONG_PAIR}`,
];

/** Headers that describe the request; their values are not secret and occur in responses. */
const PLAIN_NAME =
  /^(accept(-\w+)?|user-agent|content-type|cache-control|pragma|prefer|host|from|origin|referer|dnt|via)$/;

/** The credential in the headers of a user. */
export interface Credentials {
  /** Whether a header holds one. */
  readonly hasHeader: boolean;
  /** The changes that make the credential a wrong one, whatever the target does with it. */
  readonly similar: readonly SimilarCredential[];
  /** The headers with the credential, or with what takes its place. */
  readonly headers: Readonly<Record<Credential, Headers>>;
  /** The values of the credential, and the parts of them that may occur alone. */
  readonly secrets: readonly string[];
  /** The same of all headers whose values must never be written. */
  readonly withheld: readonly string[];
}

/** The credential in headers, whose names are in lower case; `keyHeader` is that of an API key, or empty. */
export function credentialsIn(given: Headers, keyHeader: string): Credentials {
  const isCredential = (name: string) => name === keyHeader || NAME.test(name);
  const [credential, ...others] = Object.entries(given).filter(([name]) => isCredential(name));
  const changed = (change: (name: string, value: string) => string | undefined) =>
    mapCredentials(given, isCredential, change);
  return {
    hasHeader: credential !== undefined,
    similar: credential === undefined || others.length > 0 ? [] : similarTo(credential, keyHeader),
    headers: {
      given,
      none: changed(() => undefined),
      empty: changed(emptyValue),
      wrong: changed(wrongValue),
      'other-scheme': changed(otherSchemeValue),
      extended: changed((_name, value) => `${value}${EXTENSION}`),
      altered: changed((_name, value) => CREDENTIAL_CHANGES.altered.of(value)),
      recased: changed(recasedValue),
      shortened: changed((_name, value) => CREDENTIAL_CHANGES.shortened.of(value)),
    },
    secrets: secretsOf(given, isCredential),
    withheld: secretsOf(given, (name) => name === keyHeader || !PLAIN_NAME.test(name)),
  };
}

function mapCredentials(
  headers: Readonly<Record<string, string>>,
  isCredential: (name: string) => boolean,
  change: (name: string, value: string) => string | undefined,
): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) =>
    isCredential(name) ? ([name, change(name, value)] as const) : ([name, value] as const),
  );
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The scheme of an `Authorization` header with the space behind it: `Bearer `; empty for another header. */
function schemeOf(name: string, value: string): string {
  return name === 'authorization' ? (/^\S+\s+/.exec(value)?.[0] ?? '') : '';
}

function emptyValue(name: string, value: string): string {
  if (name !== 'authorization') return '';
  return /^basic /i.test(value) ? 'Basic ' : 'Bearer ';
}

/** The credential in upper case; its scheme has no letter case. */
function recasedValue(name: string, value: string): string {
  const scheme = schemeOf(name, value);
  return `${scheme}${CREDENTIAL_CHANGES.recased.of(value.slice(scheme.length))}`;
}

/** The changes of a credential that make it a wrong one. */
function similarTo([name, value]: [string, string], keyHeader: string): SimilarCredential[] {
  if (!isExtendable([name, value], keyHeader)) return [];
  const text = value.slice(schemeOf(name, value).length);
  const changes: readonly SimilarCredential[] = ['altered', 'extended', 'recased', 'shortened'];
  return changes.filter(
    (change) => (change !== 'recased' || hasLetterCase(text)) && (change !== 'shortened' || text.length > SHORT),
  );
}

/** Whether letter case belongs to a credential: a UUID, or a number in hexadecimal or base 32, has the same value without. */
function hasLetterCase(text: string): boolean {
  return /[a-z]/.test(text) && (/[A-Z]/.test(text) || (/[g-z]/.test(text) && /[^A-Za-z0-9]/.test(text)));
}

/**
 * A cookie may hold other values, some servers read only the beginning of a password, and a decoder of base64 may stop
 * at the padding.
 */
function isExtendable([name, value]: [string, string], keyHeader: string): boolean {
  if (name === 'authorization') return /^bearer\s+\S*[^\s=]$/i.test(value);
  return name === keyHeader && name !== 'cookie' && /^\S*[^\s=]$/.test(value);
}

function wrongValue(name: string, value: string): string {
  const scheme = schemeOf(name, value);
  return `${scheme}${/^basic\s/i.test(scheme) ? WRONG_PAIR : WRONG_VALUE}`;
}

function otherSchemeValue(name: string, value: string): string {
  return /^basic\s/i.test(schemeOf(name, value)) ? `Bearer ${WRONG_VALUE}` : wrongValue(name, 'Basic ');
}

/**
 * The values of headers, and the parts of them that may occur alone: the text after the scheme, cookies, a decoded
 * password.
 */
function secretsOf(headers: Readonly<Record<string, string>>, chosen: (name: string) => boolean): string[] {
  const values = Object.entries(headers).filter(([name]) => chosen(name));
  return [...new Set(values.flatMap(([name, value]) => [value.trim(), ...partsOf(name, value.trim())]))];
}

function partsOf(name: string, value: string): string[] {
  if (name === 'cookie') return value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
  const [, scheme, rest] = /^([A-Za-z][\w-]*)\s+(\S.*)$/.exec(value) ?? [];
  if (rest === undefined) return [];
  if (scheme?.toLowerCase() !== 'basic') return [rest];
  const pair = Buffer.from(rest, 'base64').toString('utf8');
  return [rest, pair, pair.slice(pair.indexOf(':') + 1)];
}
