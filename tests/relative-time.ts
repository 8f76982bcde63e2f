/** A fixed amount of computing, some tens of milliseconds on an idle machine. */
function work(): number {
  let state = 1;
  for (let step = 0; step < 10_000_000; step += 1) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  return state;
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/**
 * How long something takes, in units of a fixed amount of computing that is timed just before and after it: a busy machine
 * slows down both. The least of several times, because something else may have run in one of them.
 */
export function relativeTime(run: () => void, times = 3): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const before = timed(work);
      const own = timed(run);
      return own / Math.max(before, timed(work));
    }),
  );
}
