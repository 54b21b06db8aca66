// Limits concurrent image decodes in this process. A decode occupies a thread of libuv's pool, which files, DNS lookups and password
// hashing need too, so one thread always stays free.

import { Turns } from '../../lib/turns.ts';

/** libuv's thread count: 4 unless set by its environment variable. */
const threads = Math.max(2, Number(process.env.UV_THREADPOOL_SIZE) || 4);
const anyDecode = new Turns(threads - 1);
const probes = new Turns(Math.max(1, threads - 2));

/** Runs a decode for a rendition. */
export const inRenderTurn = <T>(work: () => Promise<T>): Promise<T> => anyDecode.take(work);

/** Runs a decode for a new upload, with a lower limit so that renditions aren't starved. */
export const inProbeTurn = <T>(work: () => Promise<T>): Promise<T> => probes.take(() => anyDecode.take(work));
