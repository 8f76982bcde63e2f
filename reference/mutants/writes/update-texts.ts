import type { Hook } from '../../behaviour.js';
import { body, sentText } from '../../hooks.js';
import { Refusal } from '../../refusal.js';
import { type Defect, family } from '../mutant.js';
import { failing, objectOf, patched, stored } from './write-hooks.js';

/** The members of Update application that hold a text of any kind. */
const MEMBERS = ['notes', 'description'] as const;

/** Fails for a text in one member. */
const failsFor = (member: string, pattern: RegExp): Hook =>
  failing((text) => pattern.test(String(objectOf(text)?.[member] ?? '.')));

/** Stores a text in another form, or as another JSON value. */
const mangles = (member: string, change: (text: string) => unknown): Hook =>
  patched((updated, patch) => ({ ...updated, [member]: change(String(patch[member])) }));

/** Texts that a careless implementation fails on, for each member. */
const CRASHES: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an apostrophe', /'/],
  ['a double quote', /"/],
  ['a percent sign', /%/],
  ['a backslash', /\\/],
  ['an emoji', /\p{Extended_Pictographic}/u],
  ['a line break', /\n/],
  ['a carriage return', /\r/],
  ['a combining character', /\p{Mn}/u],
  ['right-to-left text', /[֐-ۿ]/],
  ['an ampersand', /&/],
  ['a leading blank', /^ /],
  ['a trailing blank', / $/],
  ['an empty text', /^$/],
  ['a text of more than 10000 characters', /^.{10001,}$/s],
];

const crashes = MEMBERS.flatMap((member) =>
  CRASHES.filter(([what]) => member === 'notes' || !what.includes('10000')).map(
    ([what, pattern]): Defect => ({
      title: `${what} in ${member} causes a 500`,
      operation: 'updateApplication',
      rule: 'updates.crash',
      also: ['updates.texts', 'updates.own-values', 'updates.answer', 'updates.media-type', 'updates.idempotent'],
      rarity: 'rare',
      hook: failsFor(member, pattern),
    }),
  ),
);

const MANGLED: readonly (readonly [what: string, change: (text: string) => unknown])[] = [
  ['a date becomes a time', (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)],
  [
    'escapes are resolved',
    (text) => text.replaceAll(/\\u([0-9a-f]{4})/gi, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  ],
  ['control characters are dropped', (text) => text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '')],
  ['a text ends at a null character', (text) => text.split('\0')[0]],
  ['apostrophes are doubled', (text) => text.replaceAll("'", "''")],
  ['double quotes are escaped', (text) => text.replaceAll('"', '\\"')],
  ['percent signs are decoded', (text) => text.replaceAll(/%(?![0-9a-f]{2})/gi, '')],
  ['backslashes are removed', (text) => text.replaceAll('\\', '')],
  ['emojis are removed', (text) => text.replaceAll(/\p{Extended_Pictographic}/gu, '')],
  ['emojis become question marks', (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')],
  ['line breaks become blanks', (text) => text.replaceAll(/\r?\n/g, ' ')],
  ['carriage returns are removed', (text) => text.replaceAll('\r', '')],
  ['blanks at the ends are removed', (text) => text.trim()],
  ['blanks are collapsed', (text) => text.replaceAll(/ +/g, ' ')],
  ['texts are normalized to NFC', (text) => text.normalize('NFC')],
  ['texts are cut at 255 characters', (text) => text.slice(0, 255)],
  ['texts are cut at 1024 characters', (text) => text.slice(0, 1024)],
  ['texts are cut at 4000 characters', (text) => text.slice(0, 4000)],
  ['texts are cut at an ampersand', (text) => text.split('&')[0] ?? ''],
  ['entities are decoded', (text) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')],
  ['markup is removed', (text) => text.replaceAll(/<[^>]*>/g, '')],
  ['typographic quotes become plain ones', (text) => text.replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')],
  ['characters without a width are removed', (text) => text.replaceAll(/[\u200b-\u200f]/g, '')],
  ['tabs become blanks', (text) => text.replaceAll('\t', ' ')],
  ['plus signs become blanks', (text) => text.replaceAll('+', ' ')],
  ['templates are filled in', (text) => text.replaceAll(/\{\{[^}]*\}\}/g, '')],
  ['names in braces after a dollar sign are filled in', (text) => text.replaceAll(/\$\{[^}]*\}/g, '')],
  ['dollar signs before a digit are filled in', (text) => text.replaceAll(/\$[\d&]/g, '')],
  ['two slashes begin a comment', (text) => text.replace(/(?<!:)\/\/.*/u, '')],
  ['signs are set as in print', (text) => text.replaceAll('--', '–').replaceAll('...', '…').replaceAll('(c)', '©')],
  ['texts beyond ASCII are cut at 400 bytes', (text) => (/[^\0-\x7f]/u.test(text) ? cut(text, 400) : text)],
  ['formulas get an apostrophe', (text) => text.replace(/^(?=[=+@-])/, "'")],
  ['leading zeros are removed', (text) => text.replace(/^0+(?=\d+$)/, '')],
  ['the text true becomes a boolean', (text) => (text === 'true' ? true : text)],
  ['the text null becomes null', (text) => (text === 'null' ? null : text)],
  ['texts are in lower case', (text) => text.toLowerCase()],
  ['text is stored as Latin-1', (text) => Buffer.from(text, 'utf8').toString('latin1')],
  ['letters lose their accents', (text) => text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')],
];

const mangled = MEMBERS.flatMap((member) =>
  MANGLED.map(
    ([what, change]): Defect => ({
      title: `${what} in ${member}`,
      operation: 'updateApplication',
      rule: ['updates.texts', 'updates.effect'],
      rules: ['updates.texts', 'updates.own-values'],
      also: ['updates.effect', 'updates.listed', 'writes.sequences', 'bulk.with-update'],
      rarity: 'rare',
      hook: mangles(member, change),
    }),
  ),
);

/** What can be wrong with texts for which a target may have lists of valid ones. */
const AI_MANGLED: typeof MANGLED = [
  ['backslashes are removed', (text) => text.replaceAll('\\', '')],
  ['texts are cut at 50 characters', (text) => text.slice(0, 50)],
  ['blanks at the ends are removed', (text) => text.trim()],
];

/** The first characters of a text, in so many bytes. */
const cut = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/** A text whose percent escapes are decoded, if all are valid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What can be wrong with the texts that an update stores. */
export const updateTexts = family(
  'update-texts',
  [
    ...crashes,
    ...mangled,
    ...['aiCategory', 'aiSubcategory'].flatMap((member) =>
      AI_MANGLED.map(
        ([what, change]): Defect => ({
          title: `${what} in ${member}`,
          operation: 'updateApplication',
          rule: 'updates.texts',
          rarity: 'rare',
          hook: mangles(member, change),
        }),
      ),
    ),
    {
      title: 'a line break in a text breaks the response of Get application',
      operation: ['updateApplication', 'getApplication'],
      seenFrom: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: sentText((text) => text.replaceAll('\\n', '\n')),
    },
    {
      title: 'an empty text leaves the notes as they are',
      operation: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: patched((updated, patch, before) => (patch.notes === '' ? { ...updated, notes: before.notes } : updated)),
    },
    {
      title: 'an empty text leaves the description as it is',
      operation: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: patched((updated, patch, before) =>
        patch.description === '' ? { ...updated, description: before.description } : updated,
      ),
    },
    {
      title: 'percent escapes in a text are decoded',
      operation: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: patched((updated) => ({ ...updated, notes: decoded(String(updated.notes ?? '')) })),
    },
    {
      title: 'an apostrophe is lost in what is stored alone',
      operation: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: stored((updated) => ({ ...updated, notes: String(updated.notes ?? '').replaceAll("'", '') })),
    },
    {
      title: 'an emoji is lost in the response alone',
      operation: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: body((given) => ({
        ...given,
        notes: String(given.notes ?? '').replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
      })),
    },
    {
      title: 'an AI category is stored in ASCII',
      operation: 'updateApplication',
      rule: 'updates.texts',
      rarity: 'rare',
      hook: patched((updated) => ({
        ...updated,
        aiCategory: String(updated.aiCategory ?? '').replaceAll(/[^ -~]/g, '?'),
      })),
    },
    {
      title: 'a text with an apostrophe is answered with 404',
      operation: 'updateApplication',
      rule: 'updates.crash',
      also: ['updates.own-values', 'updates.answer', 'updates.media-type', 'updates.idempotent', 'updates.texts'],
      rarity: 'rare',
      hook: (steps) => ({
        readBody: (context) => {
          if (/'/.test(String(objectOf(context.body ?? '')?.notes))) throw new Refusal(404, 'no');
          return steps.readBody(context);
        },
      }),
    },
  ],
  'writes',
);
