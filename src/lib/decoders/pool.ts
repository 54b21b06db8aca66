// The pool of decoding processes: a limited number per kind of decoder, kept warm, with a queue.
import { open } from 'node:fs/promises';
import { DecoderFailure, ownFailure } from './failures.ts';
import {
  DecoderProcess,
  type Decoded,
  type DecoderInput,
  type DecoderRequest,
  type OpenedFile,
  type Reply,
} from './process.ts';
import { findSandbox } from './sandbox.ts';

export interface DecoderLimits {
  /** Seconds per request. */
  seconds: number;
  /** Resident memory of one process, in bytes. */
  memoryBytes: number;
  /** Maximum processes. */
  processes: number;
  /** Maximum requests in the queue. */
  queue: number;
  /** Maximum seconds in the queue. */
  waitSeconds: number;
}

const GiB = 1024 ** 3;
/** Idle time after which a process ends. */
const idleSeconds = 120;
/** A process of this size ends after its request: WebAssembly memory never shrinks. */
const retireBytes = 384 * 1024 * 1024;

const usual: DecoderLimits = { seconds: 30, memoryBytes: GiB, processes: 2, queue: 64, waitSeconds: 90 };
/** Of a job that draws one picture after the other, nobody waits for. */
const patientSeconds = 10 * 60;

interface Waiting {
  start: (process: DecoderProcess) => void;
  fail: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Processes for one kind of decoder, so that a slow kind never delays another. */
class DecoderPool {
  limits: DecoderLimits;
  readonly #decoder: DecoderRequest['decoder'];
  readonly #idle: { process: DecoderProcess; timer: NodeJS.Timeout }[] = [];
  readonly #waiting: Waiting[] = [];
  #running = 0;
  /** Ends with the last of those that have a process of their own. */
  #opened: Promise<unknown> = Promise.resolve();

  constructor(decoder: DecoderRequest['decoder'], limits: DecoderLimits) {
    this.#decoder = decoder;
    this.limits = limits;
  }

  async run(request: DecoderRequest, input: DecoderInput, reply?: Reply): Promise<Decoded> {
    const process = await this.#turn();
    let decoded: Decoded;
    try {
      decoded = await process.run(request, input, this.limits, reply);
    } finally {
      await this.#done(process);
    }
    return decoded;
  }

  /** In a process of its own, which reads the file itself. One after the other. */
  runOpened(request: DecoderRequest, file: OpenedFile): Promise<Decoded> {
    const run = this.#opened.then(() => this.#readOpened(request, file));
    this.#opened = run.catch(() => undefined);
    return run;
  }

  async #readOpened(request: DecoderRequest, { path, size }: OpenedFile): Promise<Decoded> {
    const file = await open(path, 'r');
    try {
      const process = new DecoderProcess(await findSandbox(), this.#decoder, file.fd);
      try {
        return await process.run({ ...request, opened: size }, new Uint8Array(), this.limits);
      } finally {
        process.kill();
      }
    } finally {
      await file.close();
    }
  }

  /** Ends idle processes. */
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
      return new DecoderProcess(await findSandbox(), this.#decoder);
    } catch (error) {
      this.#running -= 1;
      throw error;
    }
  }

  /** Passes the turn on, with the process if it can continue. */
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
    "can't be decoded right now because the server is busy. Try again in a minute",
    false,
  );
}

type Pools = Record<DecoderRequest['decoder'], DecoderPool>;
const property = Symbol.for('marque.decoders');

/** Shared by the whole process: Next bundles its own copy of this module. */
function pools(): Pools {
  const holder = globalThis as { [property]?: Pools };
  holder[property] ??= {
    svg: new DecoderPool('svg', { ...usual }),
    credentials: new DecoderPool('credentials', { ...usual }),
    signing: new DecoderPool('signing', { ...usual, seconds: 15, waitSeconds: 30 }),
    yaml: new DecoderPool('yaml', { ...usual, seconds: 10 }),
    pictures: new DecoderPool('pictures', { ...usual, waitSeconds: patientSeconds }),
    documents: new DecoderPool('documents', { ...usual, waitSeconds: patientSeconds }),
    texts: new DecoderPool('texts', { ...usual, processes: 1, waitSeconds: patientSeconds }),
    sounds: new DecoderPool('sounds', { ...usual, processes: 1, waitSeconds: patientSeconds }),
  };
  return holder[property];
}

/**
 * Decodes in a child process.
 * @param reply to what the process asks for, once at most
 * @throws DecoderFailure
 */
export async function decodeApart(
  request: DecoderRequest,
  input: DecoderInput | OpenedFile,
  reply?: Reply,
): Promise<Decoded> {
  try {
    const pool = pools()[request.decoder];
    return await ('isOpened' in input ? pool.runOpened(request, input) : pool.run(request, input, reply));
  } catch (error) {
    throw ownFailure(error);
  }
}

/** Sets other limits for one kind of decoder, for tests; returns the previous ones. */
export function setDecoderLimits(
  decoder: DecoderRequest['decoder'],
  limits: Partial<DecoderLimits>,
): DecoderLimits {
  const pool = pools()[decoder];
  const before = pool.limits;
  pool.limits = { ...before, ...limits };
  return before;
}

/** Ends idle processes. */
export function closeDecoders(): void {
  for (const pool of Object.values(pools())) pool.close();
}
