import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { printedJson } from './printed-json.js';
import { visibleLines } from './text.js';

/** More places than these are not marked one by one. */
const MARKS = 200;

interface BodyProps {
  readonly label: string;
  readonly body: string;
  readonly truncated: boolean;
  /** A JSON Pointer; empty where no place is meant. */
  readonly pointer: string;
}

/** A body in lines, scrolled to the place that a finding is about. It is evidence: shown in the order of its bytes. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="body" ref={box} tabIndex={0} aria-label={label}>
        <pre>
          {pieces}
          {visibleLines(text.slice(from))}
        </pre>
      </section>
      {wanted.length > 0 && !found && (
        <p class="note">The place itself is not in the body; the nearest that is there is marked.</p>
      )}
    </>
  );
}
