// A job that works on files one after another, those from before there was anything for them too. Several processes can run it at once.
import type { Statement } from '../../core/db/pool.ts';
import type { Service } from '../../core/service.ts';

/** Files claimed at a time. */
export const batch = 10;
/** The last one is about two days after the first. */
export const mostAttempts = 5;

/**
 * SQL that sets when row `x` of a table is due again, and counts the attempt: before it's made, because a file that brings the process down
 * isn't tried forever.
 */
export const countAttempt = (x: string): string =>
  `attempts = ${x}.attempts + 1,
     due_at = case when ${x}.attempts + 1 < ${mostAttempts} then now() + interval '10 minutes' * 6 ^ ${x}.attempts end`;

interface Work<Claimed extends object> {
  /** The types that are worked on now, each with the name of the piece that does it. */
  types: () => readonly (readonly [mime: string, piece: string])[];
  /** Notes files that are there already: after an installation or an upgrade. Parameters: types and pieces, two arrays of one length. */
  expectAll: Statement;
  /** Claims at most `batch` files. Parameter: the names of the pieces. */
  claim: Statement;
  one: (service: Service, file: Claimed) => Promise<void>;
}

/** @returns the job: it works on what is due until there is nothing, or until it's aborted */
export function workOnDue<Claimed extends object>({ types, expectAll, claim, one }: Work<Claimed>) {
  /** The services whose older files were looked for, once in each process. */
  const lookedThrough = new WeakSet<Service>();
  return async (service: Service, signal?: AbortSignal): Promise<void> => {
    const { db } = service;
    const now = types();
    const pieces = now.map(([, piece]) => piece);
    if (!lookedThrough.has(service)) {
      await db.query(expectAll, [now.map(([mime]) => mime), pieces]);
      lookedThrough.add(service);
    }
    for (;;) {
      const claimed = await db.query<Claimed>(claim, [[...new Set(pieces)]]);
      if (claimed.length === 0) return;
      for (const file of claimed) {
        // The rest is due again in ten minutes.
        if (signal?.aborted) return;
        await one(service, file);
      }
    }
  };
}
