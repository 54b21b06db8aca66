// The decoding processes of this one: a bounded number for each kind of decoder, kept warm, with a line of requests before them.
import { DecoderFailure } from './failures.ts';
import { DecoderProcess, type Decoded, type DecoderInput, type DecoderRequest } from './process.ts';
import { findSandbox } from './sandbox.ts';

export interface DecoderLimits {
  /** Seconds that one request may take. */
  seconds: number;
  /** Resident memory of one process, in bytes. */
  memoryBytes: number;
  /** Processes at a time. */
  processes: number;
  /** Requests that may wait. */
  queue: number;
  /** Seconds that one may wait. */
  waitSeconds: number;
}

const GiB = 1024 ** 3;
/** A process that nobody needed for so long ends. */
const idleSeconds = 120;
/** One that has grown so far ends after its request: memory of WebAssembly never shrinks. */
const retireBytes = 384 * 1024 * 1024;

const usual: DecoderLimits = { seconds: 30, memoryBytes: GiB, processes: 2, queue: 64, waitSeconds: 90 };

interface Waiting {
  start: (process: DecoderProcess) => void;
  fail: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Processes for one kind of decoder: what is slow of one kind never holds up another. */
class DecoderPool {
  limits: DecoderLimits;
  readonly #idle: { process: DecoderProcess; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(limits: DecoderLimits) {
    this.limits = limits;
  }

  async run(request: DecoderRequest, input: DecoderInput): Promise<Decoded> {
    const process = await this.#turn();
    let decoded: Decoded;
    try {
      decoded = await process.run(request, input, this.limits);
    } finally {
      await this.#done(process);
    }
    return decoded;
  }

  /** Ends those that are idle. */
  close(): void {
    for (const { process, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      process.kill();
    }
  }

  #turn(): Promise<DecoderProcess> {
    if (this.#running < this.limits.processes) {
      this.#running += 1;
      return this.#warmOrNew();
    }
    if (this.#waiting.length >= this.limits.queue) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        fail: reject,
        timer: setTimeout(() => {
          this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
          reject(busy());
        }, this.limits.waitSeconds * 1000),
      };
      this.#waiting.push(waiting);
    });
  }

  async #warmOrNew(): Promise<DecoderProcess> {
    for (let warm = this.#idle.pop(); warm; warm = this.#idle.pop()) {
      clearTimeout(warm.timer);
      if (!warm.process.hasEnded) return warm.process;
    }
    try {
      return new DecoderProcess(await findSandbox());
    } catch (error) {
      this.#running -= 1;
      throw error;
    }
  }

  /** Passes the turn on, with the process where it can go on. */
  async #done(process: DecoderProcess): Promise<void> {
    if (!process.hasEnded && (await process.memory()) > retireBytes) process.kill();
    const next = this.#waiting.shift();
    if (!next) {
      this.#running -= 1;
      if (!process.hasEnded) this.#keep(process);
      return;
    }
    clearTimeout(next.timer);
    if (!process.hasEnded) return next.start(process);
    await this.#warmOrNew().then(next.start, next.fail);
  }

  #keep(process: DecoderProcess): void {
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((one) => one.process === process);
      if (at >= 0) this.#idle.splice(at, 1);
      process.kill();
    }, idleSeconds * 1000);
    timer.unref();
    this.#idle.push({ process, timer });
  }
}

function busy(): DecoderFailure {
  return new DecoderFailure(
    'busy',
    "can't be decoded just now: many others are waiting. Try again in a minute",
    false,
  );
}

type Pools = Record<DecoderRequest['decoder'], DecoderPool>;
const property = Symbol.for('marque.decoders');

/** One set for the process: Next bundles a copy of this module of its own. */
function pools(): Pools {
  const holder = globalThis as { [property]?: Pools };
  holder[property] ??= {
    svg: new DecoderPool({ ...usual }),
    credentials: new DecoderPool({ ...usual }),
    yaml: new DecoderPool({ ...usual, seconds: 10 }),
  };
  return holder[property];
}

/**
 * Decodes in a child process.
 * @throws DecoderFailure
 */
export function decodeApart(request: DecoderRequest, input: DecoderInput): Promise<Decoded> {
  return pools()[request.decoder].run(request, input);
}

/** Other limits for one kind of decoder, for tests; answers those that held before. */
export function setDecoderLimits(
  decoder: DecoderRequest['decoder'],
  limits: Partial<DecoderLimits>,
): DecoderLimits {
  const pool = pools()[decoder];
  const before = pool.limits;
  pool.limits = { ...before, ...limits };
  return before;
}

/** Ends the processes that are idle. */
export function closeDecoders(): void {
  for (const pool of Object.values(pools())) pool.close();
}
