import { type Call, cellsOf, type History, isWrite, relevantCalls } from './history.js';

/** How many parts of a history are tested at most: each test is a search, and nothing else runs meanwhile. */
const MOST_TESTS = 500;

const isRead = (call: Call): boolean => !isWrite(call);

/**
 * A part of a history that still fails, and none of whose calls can be left out (delta debugging, ddmin of Zeller and
 * Hildebrandt), unless that takes too many tests. A write stays as long as a read shows a value that it sets: without
 * it, that read would be at fault.
 *
 * @param fails whether a history still shows the fault; it holds for the whole one.
 */
export function smallestCounterexample(history: History, fails: (part: History) => boolean): History {
  let tests = 0;
  const test = (calls: readonly Call[]) => {
    const part = { initial: history.initial, calls };
    if (tests >= MOST_TESTS || !isClosed(part, history)) return false;
    tests += 1;
    return fails(part);
  };
  let calls: readonly Call[] = relevantCalls(history);
  // Reads first: as long as they are there, the writes that they show cannot be left out.
  for (let before = calls.length + 1; calls.length < before; ) {
    before = calls.length;
    calls = ddmin(
      calls.filter(isRead),
      (reads) => test(calls.filter((call) => !isRead(call) || reads.includes(call))),
      calls,
    );
    calls = ddmin(
      calls.filter(isWrite),
      (writes) => test(calls.filter((call) => isRead(call) || writes.includes(call))),
      calls,
    );
  }
  return { initial: history.initial, calls };
}

/** The calls, with as few of `some` as the test needs. */
function ddmin(
  some: readonly Call[],
  test: (part: readonly Call[]) => boolean,
  calls: readonly Call[],
): readonly Call[] {
  let kept = some;
  for (let size = Math.ceil(kept.length / 2); size >= 1 && kept.length > 0; ) {
    const smaller = chunksOf(kept, size)
      .map((chunk) => kept.filter((call) => !chunk.includes(call)))
      .find(test);
    if (smaller !== undefined) {
      kept = smaller;
      size = Math.min(size, Math.max(1, kept.length));
    } else if (size === 1) break;
    else size = Math.ceil(size / 2);
  }
  return calls.filter((call) => !some.includes(call) || kept.includes(call));
}

function chunksOf(calls: readonly Call[], size: number): Call[][] {
  return Array.from({ length: Math.ceil(calls.length / size) }, (_, at) => calls.slice(at * size, (at + 1) * size));
}

/** Whether every write that was left out sets no value that one of the reads shows. */
function isClosed({ calls }: History, whole: History): boolean {
  const kept = new Set(calls);
  const shown = new Set(calls.filter(isRead).flatMap(keysOf));
  return relevantCalls(whole).every(
    (call) => isRead(call) || kept.has(call) || keysOf(call).every((key) => !shown.has(key)),
  );
}

function keysOf(call: Call): string[] {
  return cellsOf(call).map(({ record, field, value }) => JSON.stringify([record, field, value]));
}
