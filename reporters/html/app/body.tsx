import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { printedJson } from './printed-json.js';
import { visibleLines } from './text.js';

/** Maximum number of marked places. */
const MARKS = 200;

interface BodyProps {
  readonly label: string;
  readonly body: string;
  readonly truncated: boolean;
  /** A JSON Pointer; empty to mark nothing. */
  readonly pointer: string;
}

/** A body, scrolled to the place of a finding. It is evidence, so its members keep their original order. */
export function Body({ label, body, truncated, pointer }: BodyProps) {
  const box = useRef<HTMLElement>(null);
  const printed = useMemo(() => printedJson(body, pointer, truncated), [body, pointer, truncated]);
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (box.current && mark) box.current.scrollTop = mark.offsetTop - box.current.clientHeight / 3;
  }, [printed]);
  const { text, marks, found } = printed ?? { text: body, marks: [], found: false };
  const wanted = pointer === '' ? [] : marks.slice(0, MARKS);
  let from = 0;
  const pieces = wanted.map(([start, end]) => {
    const before = text.slice(from, start);
    from = end;
    return [visibleLines(before), <mark>{visibleLines(text.slice(start, end))}</mark>];
  });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section class="body" ref={box} tabIndex={0} aria-label={label}>
        <pre>
          {pieces}
          {visibleLines(text.slice(from))}
        </pre>
      </section>
      {wanted.length > 0 && !found && (
        <p class="note">The body has no value at this place; the nearest existing parent is marked.</p>
      )}
    </>
  );
}
