// One decoding child process, seen from the parent: started without secrets, fed one request at a time, watched, and killed at its limits.
import { spawn, type ChildProcess } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { setPriority } from 'node:os';
import type { Socket } from 'node:net';
import { DecoderFailure } from './failures.ts';
import { cpuSecondsOf, memoryOf } from './process-usage.ts';
import { noEnvironment, type Sandbox } from './sandbox.ts';

/** The input: bytes in memory, or the first `size` bytes of a local file, which are streamed, and bytes in memory after those. */
export type DecoderInput = Uint8Array | { path: string; size: number; after?: Uint8Array };

/** A file that a process of its own reads as it needs it: it's started with it, opened. */
export interface OpenedFile {
  path: string;
  size: number;
  isOpened: true;
}

/** The parent's reply to what a process asks for. The process may have been compromised by its input. */
export type Reply = (asked: Buffer) => Uint8Array;

export interface DecoderRequest {
  decoder: 'svg' | 'credentials' | 'signing' | 'yaml' | 'pictures' | 'documents' | 'texts' | 'sounds';
  [option: string]: unknown;
}

export interface ProcessLimits {
  /** Seconds per request, from when the process is ready; longer while it doesn't get a processor. */
  seconds: number;
  /** Resident memory of the process, in bytes. */
  memoryBytes: number;
}

export interface Decoded {
  result: unknown;
  bytes: Buffer;
}

const watchEveryMs = 100;
/** On a busy machine, one that got less than a fifth of its seconds on a processor has so many times as long. */
const mostStarved = 5;
/** Maximum response size in bytes: the sending process may have been compromised by its input. */
const maxJsonBytes = 32 * 1024 * 1024;
const maxOutputBytes = 512 * 1024 * 1024;

type Answer =
  { ok: true; result: unknown; asks?: true } | { ok: false; reason: 'broken' | 'complex'; message: string };

interface Pending {
  resolve(answer: { answer: Answer; bytes: Buffer }): void;
  reject(error: DecoderFailure): void;
}

export class DecoderProcess {
  readonly #child: ChildProcess;
  readonly #requests: Socket;
  readonly #answers: Socket;
  #pending: Pending | null = null;
  #chunks: Buffer[] = [];
  #received = 0;
  #ended = false;
  /** Why it was killed, for pending requests. */
  #cause: DecoderFailure | null = null;
  readonly #ready: Promise<unknown>;

  /** @param file descriptor of a file that it may read, as its own descriptor 4 */
  constructor({ command, args, folder }: Sandbox, decoder: DecoderRequest['decoder'], file?: number) {
    this.#child = spawn(command, [...args, decoder], {
      cwd: folder,
      env: noEnvironment,
      stdio: ['pipe', 'ignore', 'ignore', 'pipe', ...(file === undefined ? [] : [file])],
    });
    this.#requests = this.#child.stdin as Socket;
    this.#answers = this.#child.stdio[3] as Socket;
    this.#ready = this.#next();
    this.#ready.catch(() => undefined);
    this.#answers.on('data', (chunk: Buffer) => this.#take(chunk));
    // A broken pipe shows as the end of the process.
    this.#requests.on('error', () => undefined);
    this.#answers.on('error', () => undefined);
    this.#child.on('error', () =>
      this.#end(new DecoderFailure('start', 'could not be decoded on this server', false)),
    );
    this.#child.on('exit', () =>
      this.#end(this.#cause ?? new DecoderFailure('crash', 'crashed the decoder', true)),
    );
    this.#lowerPriority();
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Resident memory in bytes; 0 if unknown. */
  memory(): Promise<number> {
    return memoryOf(this.#child.pid);
  }

  /**
   * Decodes one input. The process is gone after a failure that isn't the file's own (`broken`, `complex`).
   * @throws DecoderFailure
   */
  async run(
    request: DecoderRequest,
    input: DecoderInput,
    limits: ProcessLimits,
    reply?: Reply,
  ): Promise<Decoded> {
    this.#keepAlive(true);
    try {
      await this.#started();
      const stopWatching = this.#watch(limits);
      try {
        const answered = this.#next();
        await Promise.all([answered, this.#send(request, input)]);
        let { answer, bytes } = await answered;
        if (reply && answer.ok && answer.asks) {
          const replied = this.#next();
          this.#write({ reply: true }, this.#replyTo(bytes, reply));
          ({ answer, bytes } = await replied);
        }
        if (answer.ok && answer.asks) throw this.#refuse();
        if (!answer.ok) throw new DecoderFailure(answer.reason, answer.message, true);
        return { result: answer.result, bytes };
      } finally {
        stopWatching();
      }
    } finally {
      this.#keepAlive(false);
    }
  }

  kill(cause?: DecoderFailure): void {
    this.#cause ??= cause ?? null;
    this.#child.kill('SIGKILL');
  }

  async #started(): Promise<void> {
    const late = setTimeout(
      () => this.kill(new DecoderFailure('start', 'could not be decoded in time', false)),
      60_000,
    );
    try {
      await this.#ready;
    } catch (error) {
      // Before it was ready, it had received nothing of the file.
      throw error instanceof DecoderFailure && error.reason === 'crash'
        ? new DecoderFailure('start', 'could not be decoded on this server', false)
        : error;
    } finally {
      clearTimeout(late);
    }
  }

  async #send(request: DecoderRequest, input: DecoderInput): Promise<void> {
    if (input instanceof Uint8Array) return this.#write(request, input);
    const { size, after = new Uint8Array() } = input;
    this.#announce(request, size + after.byteLength);
    let sent = 0;
    // Not a pipeline: that leaves its listeners on the pipe, which outlives the file.
    const file =
      size === 0 ? [] : createReadStream(input.path, { end: size - 1, highWaterMark: 1024 * 1024 });
    for await (const chunk of file) {
      if (this.#ended) return; // noticed by the missing answer
      sent += (chunk as Buffer).length;
      if (!this.#requests.write(chunk as Buffer)) await this.#drained();
    }
    // A file shorter than announced would leave the process waiting for the rest.
    if (sent < size) this.kill(new DecoderFailure('crash', 'could not be read', false));
    else if (after.byteLength > 0) this.#requests.write(after);
  }

  #write(request: object, bytes: Uint8Array): void {
    this.#announce(request, bytes.byteLength);
    this.#requests.write(bytes);
  }

  #announce(request: object, size: number): void {
    const json = Buffer.from(JSON.stringify(request));
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32BE(json.length, 0);
    lengths.writeUInt32BE(size, 4);
    this.#requests.write(Buffer.concat([lengths, json]));
  }

  /** Without a reply, the process would wait for one forever. */
  #replyTo(asked: Buffer, reply: Reply): Uint8Array {
    try {
      return reply(asked);
    } catch (error) {
      this.kill();
      throw error;
    }
  }

  /** A process that asks for what it may not have is out of control. */
  #refuse(): DecoderFailure {
    const failure = new DecoderFailure('crash', 'made the decoder ask for what it may not have', true);
    this.kill(failure);
    return failure;
  }

  /** Waits until the pipe accepts more or is closed. */
  #drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#requests.off('drain', done);
        this.#child.off('exit', done);
        resolve();
      };
      this.#requests.on('drain', done);
      this.#child.on('exit', done);
    });
  }

  #next(): Promise<{ answer: Answer; bytes: Buffer }> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      if (this.#ended) this.#end(this.#cause ?? new DecoderFailure('crash', 'crashed the decoder', true));
    });
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#received < 8) return;
    if ((this.#chunks[0]?.length ?? 0) < 8) this.#chunks = [Buffer.concat(this.#chunks)];
    const head = this.#chunks[0] as Buffer;
    const [json, output] = [head.readUInt32BE(0), head.readUInt32BE(4)];
    if (json > maxJsonBytes || output > maxOutputBytes)
      return this.kill(new DecoderFailure('crash', 'decodes to more data than allowed', true));
    if (this.#received < 8 + json + output) return;
    const frame = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#received = 0;
    const pending = this.#pending;
    this.#pending = null;
    try {
      pending?.resolve({
        answer: JSON.parse(frame.toString('utf8', 8, 8 + json)) as Answer,
        bytes: frame.subarray(8 + json, 8 + json + output),
      });
    } catch {
      this.kill(new DecoderFailure('crash', 'made the decoder return an invalid result', true));
      pending?.reject(new DecoderFailure('crash', 'made the decoder return an invalid result', true));
    }
  }

  #end(failure: DecoderFailure): void {
    this.#ended = true;
    const pending = this.#pending;
    this.#pending = null;
    pending?.reject(failure);
  }

  /** Kills the process at a limit. */
  #watch({ seconds, memoryBytes }: ProcessLimits): () => void {
    const { pid } = this.#child;
    const began = performance.now();
    const cpuBefore = cpuSecondsOf(pid);
    const check = (): void => {
      const cpu = cpuSecondsOf(pid);
      // If processor time is unknown, wall time is used.
      const worked = cpu === null || cpuBefore === null || cpu - cpuBefore >= seconds / 5;
      if (worked || performance.now() - began >= seconds * 1000 * mostStarved)
        this.kill(new DecoderFailure('time', `takes over ${seconds} s to decode`, worked));
      else deadline = setTimeout(check, Math.min(watchEveryMs, seconds * 1000));
    };
    let deadline = setTimeout(check, seconds * 1000);
    const memory = setInterval(() => {
      void memoryOf(pid).then((bytes) => {
        if (bytes > memoryBytes)
          this.kill(
            new DecoderFailure(
              'memory',
              `takes over ${Math.round(memoryBytes / 1024 / 1024)} MiB to decode`,
              true,
            ),
          );
      });
    }, watchEveryMs);
    return () => {
      clearTimeout(deadline);
      clearInterval(memory);
    };
  }

  /** An idle process doesn't keep the parent from exiting; a busy one does. */
  #keepAlive(isBusy: boolean): void {
    const verb = isBusy ? 'ref' : 'unref';
    this.#child[verb]();
    this.#requests[verb]();
    this.#answers[verb]();
  }

  /** Decoding has a lower priority than serving requests. */
  #lowerPriority(): void {
    try {
      if (this.#child.pid !== undefined) setPriority(this.#child.pid, 10);
    } catch {
      // Not allowed everywhere, and never required.
    }
  }
}
