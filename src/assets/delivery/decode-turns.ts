// How many pictures are decoded in this process at a time. A decode takes a thread of libuv's pool for as long as it lasts, and files,
// name look-ups and passwords wait for the same threads: one always stays free for them.

type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** A line of work of which `limit` run at a time, in the order they came. */
export function createTurns(limit: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The turn passes straight on, so that nobody who arrives between the two takes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Threads that libuv has: 4, unless its variable says otherwise. */
const threads = Math.max(2, Number(process.env.UV_THREADPOOL_SIZE) || 4);
const anyDecode = createTurns(threads - 1);
const probes = createTurns(Math.max(1, threads - 2));

/** Runs a decode for a rendition. */
export const inRenderTurn: Turns = anyDecode;

/** Runs a decode for a file that has just arrived; these never take all that renditions need. */
export const inProbeTurn: Turns = (work) => probes(() => anyDecode(work));
