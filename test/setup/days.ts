// Days, as assets and links name them: in UTC. They are relative to a day that lasts as long as the tests of
// a file may take: shortly before midnight, that is the next one.
import { setTimeout as pause } from 'node:timers/promises';

const dayMs = 24 * 60 * 60 * 1000;
const enough = 3 * 60 * 1000;

const left = dayMs - (Date.now() % dayMs);
if (left < enough) await pause(left + 10);

/** YYYY-MM-DD, this many days from today. */
export const day = (offset: number): string =>
  new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10);
