// Limits concurrent image decodes in this process. A decode occupies a thread of libuv's pool, which files, DNS lookups and password
// hashing need too, so one thread always stays free.

type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** A FIFO queue that runs at most `limit` tasks at a time. */
export function createTurns(limit: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot is handed over directly, so a new arrival can't take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** libuv's thread count: 4 unless set by its environment variable. */
const threads = Math.max(2, Number(process.env.UV_THREADPOOL_SIZE) || 4);
const anyDecode = createTurns(threads - 1);
const probes = createTurns(Math.max(1, threads - 2));

/** Runs a decode for a rendition. */
export const inRenderTurn: Turns = anyDecode;

/** Runs a decode for a new upload, with a lower limit so that renditions aren't starved. */
export const inProbeTurn: Turns = (work) => probes(() => anyDecode(work));
