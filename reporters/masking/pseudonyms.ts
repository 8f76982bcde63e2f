/** Shorter values occur by chance: they are only replaced as a whole, or between quotes. */
const SHORTEST = 4;
/** The number of characters by which values are looked up. */
const HEAD = 3;
const WORD = /[\p{L}\p{N}]/u;
/** An escape of a URL or of JSON, which ends in a letter or digit but is not part of a word. */
const ESCAPE = /(?:%[0-9a-f]{2}|\\[nrt])$/;
/** Values that say nothing about a person, although they may be in a field that does. */
const EMPTY = /^\s*$/;

/** Stands in for personal values: the same value always gets the same pseudonym. */
export class Pseudonyms {
  readonly #names = new Map<string, string>();
  /** The forms in which values may occur within text, by their first characters, long ones first. */
  readonly #forms = new Map<string, { readonly form: string; readonly name: string }[]>();

  /** The pseudonym of a value; case and white space around it make no difference. */
  of(value: string): string {
    if (EMPTY.test(value)) return value;
    const key = folded(value.trim());
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = `masked-${this.#names.size + 1}`;
    this.#names.set(key, name);
    if (isTelling(key))
      for (const form of new Set([...formsOf(key), ...formsOf(value.trim()).map(folded)])) this.#add(form, name);
    return name;
  }

  /** The text with a pseudonym in place of each known value, whatever its case, plain, JSON-escaped or URL-encoded. */
  text(text: string): string {
    const whole = this.#names.get(folded(text.trim()));
    if (whole !== undefined) return whole;
    const found = folded(text);
    const parts: string[] = [];
    let from = 0;
    for (let at = 0; at < found.length; at += 1) {
      const match = this.#forms.get(found.slice(at, at + HEAD))?.find(({ form }) => isAt(found, form, at));
      if (match === undefined) continue;
      parts.push(text.slice(from, at), match.name);
      from = at + match.form.length;
      at = from - 1;
    }
    return this.#quoted(parts.join('') + text.slice(from));
  }

  /** Replaces known values that stand between quotes, however short they are. */
  #quoted(text: string): string {
    return text.replace(/(["'])((?:(?!\1)[^\\]){1,3})\1/g, (match, quote: string, value: string) => {
      const name = this.#names.get(folded(value));
      return name === undefined ? match : `${quote}${name}${quote}`;
    });
  }

  #add(form: string, name: string): void {
    const head = form.slice(0, HEAD);
    const known = this.#forms.get(head) ?? [];
    known.push({ form, name });
    this.#forms.set(
      head,
      known.sort((one, other) => other.form.length - one.form.length),
    );
  }
}

/** The text in lower case, at the same positions: of all characters, only İ has a lower case of another length. */
function folded(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase();
}

/** Whether a value can be looked for within text: short words and short numbers occur by chance. */
function isTelling(value: string): boolean {
  return value.length >= SHORTEST && !/^\d{1,5}$/.test(value);
}

/** A value as it is, with the quotes and backslashes escaped as in a filter or in JSON, and in a URL. */
function formsOf(value: string): string[] {
  const plain = [value, value.replace(/["'\\]/g, '\\$&')];
  return plain.flatMap((form) => {
    const url = encodeURIComponent(form).toLowerCase();
    return [form, JSON.stringify(form).slice(1, -1), url, url.replaceAll('%20', '+')];
  });
}

/** Whether a form is at a position, and not a part of a longer word. */
function isAt(text: string, form: string, at: number): boolean {
  if (!text.startsWith(form, at)) return false;
  const inWord = (inner: string | undefined, outer: string | undefined) =>
    inner !== undefined && outer !== undefined && WORD.test(inner) && WORD.test(outer);
  const begins = !inWord(form[0], text[at - 1]) || ESCAPE.test(text.slice(Math.max(0, at - 3), at));
  return begins && !inWord(form.at(-1), text[at + form.length]);
}
