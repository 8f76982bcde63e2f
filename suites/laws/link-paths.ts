import type { Target } from '../../engine/target/target.js';

/**
 * The paths that a link may mean: relative to the base URL, or as RFC 3986 resolves it; none if it leaves the origin.
 */
export function linkPaths(target: Target, href: string): string[] {
  const bases = [`${target.baseUrl}/`, `${target.origin}/`];
  const candidates = [
    ...bases.map((base) => [href, base] as const),
    [href.replace(/^\/+/, ''), bases[0] ?? ''] as const,
  ];
  const urls = candidates.flatMap(([one, base]) => (URL.canParse(one, base) ? [new URL(one, base)] : []));
  return [
    ...new Set(urls.filter(({ origin }) => origin === target.origin).map(({ pathname, search }) => pathname + search)),
  ];
}
