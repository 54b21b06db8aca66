// Times of the job queue for tests, where a process counts as dead after seconds.
import type { Timing } from '../../../src/core/jobs/worker.ts';

export const quick: Timing = { lookMs: 300, renewMs: 200, silentSeconds: 3 };
