// Workers: each runs one job of its queue after another, under a claim that this process keeps renewing.
import type PgBoss from 'pg-boss';
import type { Pool } from '../db/pool.ts';
import { within } from '../../lib/within.ts';
import type { Log } from '../../log.ts';
import {
  completeJob,
  dueQueues,
  failJob,
  forgetOldClaims,
  putJobBack,
  renewClaims,
  takeJob,
  takeOverLost,
  type ClaimedJob,
  type OnGivenUp,
} from './claims.ts';
import type { Job } from './jobs.ts';

export interface Timing {
  /**
   * How often a process looks which queues have jobs: those of other processes, those to retry, and those of a commit whose answer was
   * lost. What it has sent itself is run at once.
   */
  lookMs: number;
  /** How often claims are renewed. Every second time, abandoned jobs are looked for. */
  renewMs: number;
  /** A process that hasn't renewed its claims for this long counts as dead: longer than a live one may be blocked. */
  silentSeconds: number;
}

/**
 * A process whose event loop blocks for up to 30 seconds keeps its jobs; a killed one loses them after at most 45 seconds, or 45 seconds
 * after the next start if there is no other process.
 */
export const defaultTiming: Timing = { lookMs: 1_000, renewMs: 5_000, silentSeconds: 35 };

/** After an error of the database. */
const errorPauseMs = 2_000;
/** No queue has this name. */
const looking = 'looks for due jobs';
/** How long to retry reporting a finished job while the database is down; then it has to run again. */
const settleMs = 5 * 60_000;

interface Running {
  job: ClaimedJob;
  ending: AbortController;
}

/** Everything that a process runs. */
export class Workers {
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, Running>();
  readonly #loops = new Set<Promise<void>>();
  readonly #sleepers = new Map<string, Set<() => void>>();
  /** Counts calls of `wake`: a worker woken while it was looking looks again. */
  readonly #wakes = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #ticks = 0;

  constructor(
    private readonly db: Pool,
    private readonly boss: PgBoss,
    private readonly log: Log,
    private readonly timing: Timing,
    private readonly onGivenUp?: OnGivenUp,
  ) {}

  start(jobs: readonly Job[]): void {
    for (const job of jobs)
      for (let worker = 0; worker < (job.each?.atOnce ?? 1); worker += 1) this.#keep(this.#work(job));
    this.#keep(this.#look(jobs.map(({ name }) => name)));
    this.#tick();
    this.#timer = setInterval(() => {
      this.#tick();
    }, this.timing.renewMs).unref();
  }

  /** Makes the workers of a queue look now. */
  wake(name: string): void {
    this.#wakes.set(name, (this.#wakes.get(name) ?? 0) + 1);
    for (const wakeOne of this.#sleepers.get(name) ?? []) wakeOne();
  }

  /** Lets running jobs reach a safe point. Those that don't in time are put back for the next process. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort();
    for (const { ending } of this.#running.values()) ending.abort();
    for (const name of this.#sleepers.keys()) this.wake(name);
    await within(withinMs, Promise.all(this.#loops), () => undefined);
    clearInterval(this.#timer);
    await this.#ticking;
    for (const { job } of this.#running.values())
      await putJobBack(this.db, job).catch((error: unknown) => {
        this.log.warn(
          { err: error, job: job.name },
          'could not put a job back; another process will take it over',
        );
      });
  }

  #keep(started: Promise<void>): void {
    const loop = started.finally(() => this.#loops.delete(loop));
    this.#loops.add(loop);
  }

  /** Wakes the workers of queues with jobs that nobody else has told this process about. */
  async #look(names: readonly string[]): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#sleep(looking, this.timing.lookMs);
        for (const name of await dueQueues(this.db, names)) this.wake(name);
      } catch (error) {
        this.log.warn({ err: error }, 'could not look for due jobs');
        await this.#sleep(looking, errorPauseMs);
      }
    }
  }

  async #work(job: Job): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const wakes = this.#wakes.get(job.name);
      try {
        const taken = await takeJob(this.db, job.name);
        if (taken) await this.#run(job, taken);
        else if (this.#wakes.get(job.name) === wakes) await this.#sleep(job.name);
      } catch (error) {
        this.log.warn({ err: error, job: job.name }, 'could not read the job queue');
        await this.#sleep(job.name, errorPauseMs);
      }
    }
  }

  /** @param ms without it, until woken */
  async #sleep(name: string, ms?: number): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    const sleepers = this.#sleepers.get(name) ?? new Set();
    this.#sleepers.set(name, sleepers);
    await new Promise<void>((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(end, ms);
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
    this.#running.set(taken.claim, { job: taken, ending });
    if (this.#stopping.signal.aborted) ending.abort();
    try {
      const settle = await this.#outcome(job, taken, ending);
      await this.#settle(taken, settle);
    } finally {
      this.#running.delete(taken.claim);
    }
  }

  /** Runs it, and returns how to finish it. */
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
      this.log.error(
        { err: error, job: job.name, module: job.module },
        'a job failed; it will be tried again',
      );
      return () => failJob(this.db, this.boss, taken, error, this.onGivenUp);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The claim is kept meanwhile: a finished job must not run again because the database is briefly down. */
  async #settle({ name }: ClaimedJob, settle: () => Promise<void>): Promise<void> {
    const giveUpAt = Date.now() + settleMs;
    for (;;) {
      try {
        await settle();
        return;
      } catch (error) {
        this.log.warn({ err: error, job: name }, 'could not mark a job as finished');
        if (this.#stopping.signal.aborted || Date.now() > giveUpAt) return;
      }
      await this.#sleep(name, errorPauseMs);
    }
  }

  #tick(): void {
    if (this.#ticking) return;
    this.#ticking = this.#keepUp()
      .catch((error: unknown) => {
        this.log.warn({ err: error }, 'could not renew the claims of running jobs');
      })
      .finally(() => {
        this.#ticking = undefined;
      });
  }

  async #keepUp(): Promise<void> {
    const claims = [...this.#running.keys()];
    const kept = await renewClaims(this.db, claims);
    // Another process runs it now: this run must stop and can't finish it. One that ended meanwhile isn't held either.
    for (const claim of claims) if (!kept.has(claim)) this.#running.get(claim)?.ending.abort();
    this.#ticks += 1;
    if (this.#ticks % 2 === 0 || this.#stopping.signal.aborted) return;
    if (this.#ticks === 1) await forgetOldClaims(this.db);
    const lost = await takeOverLost(this.db, this.timing.silentSeconds, this.onGivenUp);
    for (const { name, id } of lost) {
      this.log.warn({ job: name, id }, 'took over a job whose process is gone');
      this.wake(name);
    }
  }
}
