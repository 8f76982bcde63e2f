import type { Answer } from '../../../engine/client/answer.js';
import { isRecord, type JsonRecord } from '../../../engine/session/page.js';
import type { WireForm } from '../../../engine/target/options.js';
import type { WriteContext } from '../../../engine/writes/write-context.js';
import { linkPaths } from '../link-paths.js';
import { recordOf } from './compare.js';

export type Link = JsonRecord;

/** The links of a record: index-keyed, or an array if so declared; `null` if there are none in that form. */
export function linksOf({ _links: links }: JsonRecord, form: WireForm): Link[] | null {
  if (form === 'array') return Array.isArray(links) ? links.filter(isRecord) : null;
  return isRecord(links) && !Array.isArray(links) ? Object.values(links).filter(isRecord) : null;
}

/** The path of a link in lower case, without origin, query, leading and trailing slashes; empty if it has none. */
export function pathOf({ href }: Link): string {
  if (typeof href !== 'string') return '';
  const path = href.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  return path.replace(/^\/+|\/+$/g, '').toLowerCase();
}

/** Whether a response is the summary of a bulk update. */
export const isSummary = (answer: Answer): boolean => Object.hasOwn(recordOf(answer) ?? {}, 'successCount');

/**
 * The responses to the paths that a link may mean, once one of them is the expected one: a replica that is behind may not
 * have yet what the link leads to.
 */
export async function followUntil(
  context: WriteContext,
  href: string,
  isExpected: (answer: Answer) => boolean,
): Promise<readonly Answer[]> {
  const paths = linkPaths(context.target, href);
  const { session } = context.world;
  const { value: answers } = await context.until(
    () => Promise.all(paths.map((path) => session.follow(context.operation, path, { fresh: true }))),
    (all) => paths.length === 0 || all.some(isExpected),
  );
  return answers;
}

interface Wanted {
  /** The owner of the links, for the message. */
  readonly of: string;
  readonly links: readonly Link[] | null;
  readonly wanted: { readonly rel: string; readonly method: string; readonly ending?: string };
  /** The expected href, in words. */
  readonly words: string;
}

/** Returns the documented link; reports a finding and returns `null` if it is missing. */
export function reportLink(context: WriteContext, answer: Answer, { of, links, wanted, words }: Wanted): Link | null {
  const report = (at: string, expected: string, actual: unknown, message: string): null => {
    context.report(answer, { at, expected, actual: JSON.stringify(actual) ?? 'nothing', message });
    return null;
  };
  if (links === null) {
    const form = context.target.wireForm === 'array' ? 'an array of links' : 'links keyed by "0", "1" and so on';
    const body = isRecord(answer.value) ? answer.value._links : undefined;
    return report('/_links', form, body, `${of} has no _links in the documented form`);
  }
  const named = links.filter(({ rel }) => rel === wanted.rel);
  if (named.length === 0) {
    const rels = links.map(({ rel }) => rel);
    return report('/_links/*/rel', wanted.rel, rels, `${of} has no link with the rel ${wanted.rel}`);
  }
  const read = named.filter(({ method }) => method === wanted.method);
  if (read.length === 0) {
    const methods = named.map(({ method }) => method);
    return report(
      '/_links/*/method',
      wanted.method,
      methods,
      `the link ${wanted.rel} of ${of} does not have the method ${wanted.method}`,
    );
  }
  const { ending = '' } = wanted;
  const [found] = read.filter((link) => pathOf(link).endsWith(ending));
  if (found !== undefined) return found;
  return report('/_links/*/href', words, read[0]?.href, `the href of the link ${wanted.rel} of ${of} is not ${words}`);
}
