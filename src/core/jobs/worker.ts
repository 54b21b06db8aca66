// Workers: each takes one job after the other from its queue and runs it under a claim, which this process keeps renewing.
import type PgBoss from 'pg-boss';
import type { Pool } from '../db/pool.ts';
import type { Log } from '../../log.ts';
import {
  completeJob,
  failJob,
  forgetOldClaims,
  putJobBack,
  renewClaims,
  takeJob,
  takeOverLost,
  type ClaimedJob,
} from './claims.ts';
import type { Job } from './jobs.ts';

export interface Timing {
  /** How often a worker looks for what other processes have sent. */
  pollMs: number;
  /** How often claims are renewed. Each second time, what other processes left is looked for. */
  renewMs: number;
  /** A process that renewed nothing for so long counts as dead: longer than a live one may be held up. */
  silentSeconds: number;
}

/**
 * A process whose event loop stands still for up to 30 seconds keeps its jobs; one that was killed loses them after 45 at most,
 * and so 45 seconds after the next start where there is no other process.
 */
export const defaultTiming: Timing = { pollMs: 30_000, renewMs: 5_000, silentSeconds: 35 };

/** After an error of the database. */
const errorPauseMs = 2_000;
/** For so long a run that is over is reported again and again while the database doesn't answer; then another run has to do it. */
const settleMs = 5 * 60_000;

interface Held {
  job: ClaimedJob;
  ending: AbortController;
}

/** All that a process runs. */
export class Workers {
  readonly #stopping = new AbortController();
  readonly #held = new Map<string, Held>();
  readonly #loops = new Set<Promise<void>>();
  readonly #sleepers = new Map<string, Set<() => void>>();
  /** Counts calls of `wake`: a worker that was woken while it looked looks again. */
  readonly #wakes = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #ticks = 0;

  constructor(
    private readonly db: Pool,
    private readonly boss: PgBoss,
    private readonly log: Log,
    private readonly timing: Timing,
  ) {}

  start(jobs: readonly Job[]): void {
    for (const job of jobs)
      for (let worker = 0; worker < (job.each?.atOnce ?? 1); worker += 1) {
        const loop = this.#work(job).finally(() => this.#loops.delete(loop));
        this.#loops.add(loop);
      }
    this.#tick();
    this.#timer = setInterval(() => {
      this.#tick();
    }, this.timing.renewMs).unref();
  }

  /** Has the workers of a queue look now. */
  wake(name: string): void {
    this.#wakes.set(name, (this.#wakes.get(name) ?? 0) + 1);
    for (const wakeOne of this.#sleepers.get(name) ?? []) wakeOne();
  }

  /** Lets what runs come to a good place. What has not by then is put back for the next process. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort();
    for (const { ending } of this.#held.values()) ending.abort();
    for (const name of this.#sleepers.keys()) this.wake(name);
    let timer: NodeJS.Timeout | undefined;
    const timeIsUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs);
    });
    await Promise.race([Promise.all(this.#loops), timeIsUp]);
    clearTimeout(timer);
    clearInterval(this.#timer);
    await this.#ticking;
    for (const { job } of this.#held.values())
      await putJobBack(this.db, job).catch((error: unknown) => {
        this.log.warn({ err: error, job: job.name }, 'a job is left to be taken over');
      });
  }

  async #work(job: Job): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const wakes = this.#wakes.get(job.name);
      try {
        const taken = await takeJob(this.db, job.name);
        if (taken) await this.#run(job, taken);
        else if (this.#wakes.get(job.name) === wakes) await this.#sleep(job.name, this.timing.pollMs);
      } catch (error) {
        this.log.warn({ err: error, job: job.name }, 'the job queue could not be read');
        await this.#sleep(job.name, errorPauseMs);
      }
    }
  }

  async #sleep(name: string, ms: number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const sleepers = this.#sleepers.get(name) ?? new Set();
    this.#sleepers.set(name, sleepers);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(end, ms);
      function end(): void {
        clearTimeout(timer);
        sleepers.delete(end);
        resolve();
      }
      sleepers.add(end);
    });
  }

  async #run(job: Job, taken: ClaimedJob): Promise<void> {
    const ending = new AbortController();
    this.#held.set(taken.claim, { job: taken, ending });
    if (this.#stopping.signal.aborted) ending.abort();
    try {
      const settle = await this.#outcome(job, taken, ending);
      await this.#settle(taken, settle);
    } finally {
      this.#held.delete(taken.claim);
    }
  }

  /** Runs it, and answers how it is to be settled. */
  async #outcome(job: Job, taken: ClaimedJob, ending: AbortController): Promise<() => Promise<void>> {
    let timer: NodeJS.Timeout | undefined;
    const timeIsUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        ending.abort();
        reject(new Error(`The job took longer than ${taken.expireInSeconds} seconds.`));
      }, taken.expireInSeconds * 1000).unref();
    });
    try {
      await Promise.race([job.run(taken.data, ending.signal), timeIsUp]);
      return () => completeJob(this.db, taken);
    } catch (error) {
      if (this.#stopping.signal.aborted) return () => putJobBack(this.db, taken);
      this.log.error({ err: error, job: job.name }, 'a job failed; it will be tried again');
      return () => failJob(this.db, this.boss, taken, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Its claim is kept meanwhile: what is done must not be done again because the database is away for a moment. */
  async #settle({ name }: ClaimedJob, settle: () => Promise<void>): Promise<void> {
    const giveUpAt = Date.now() + settleMs;
    for (;;) {
      try {
        await settle();
        return;
      } catch (error) {
        this.log.warn({ err: error, job: name }, 'a job is over, and the queue could not be told');
        if (this.#stopping.signal.aborted || Date.now() > giveUpAt) return;
      }
      await this.#sleep(name, errorPauseMs);
    }
  }

  #tick(): void {
    if (this.#ticking) return;
    this.#ticking = this.#keepUp()
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'the claims of jobs could not be renewed');
      })
      .finally(() => {
        this.#ticking = undefined;
      });
  }

  async #keepUp(): Promise<void> {
    const claims = [...this.#held.keys()];
    const kept = await renewClaims(this.db, claims);
    // Somebody else runs it now: this run is to end, and can't settle it any more. One that ended meanwhile isn't held either.
    for (const claim of claims) if (!kept.has(claim)) this.#held.get(claim)?.ending.abort();
    this.#ticks += 1;
    if (this.#ticks % 2 === 0 || this.#stopping.signal.aborted) return;
    if (this.#ticks === 1) await forgetOldClaims(this.db);
    const lost = await takeOverLost(this.db, this.timing.silentSeconds);
    for (const { name, id } of lost) {
      this.log.warn({ job: name, id }, 'a job was taken over whose process is gone');
      this.wake(name);
    }
  }
}
