// What of a module fails in this process, so that the log and `/api/health` name the module. Everything else goes on.
export const failureKinds = [
  'start',
  'call',
  'job',
  'event',
  'clean-up',
  'page',
  'file',
  'search',
  'access-report',
] as const;

export interface Failure {
  module: string;
  during: (typeof failureKinds)[number];
  /** Of the operation, job, listener or contribution; of a start or clean-up, the module's. */
  name: string;
  at: Date;
}

export type What = Omit<Failure, 'at'>;

/** An operation that failed once and isn't called again shouldn't be reported forever. */
const keptMs = 60 * 60 * 1000;

const keyOf = ({ module, during, name }: What): string => `${module} ${during} ${name}`;

/** The last failure of each thing, until it succeeds. A module that didn't start stays. */
export class Failures {
  readonly #last = new Map<string, Failure>();

  note(what: What): void {
    this.#last.set(keyOf(what), { ...what, at: new Date() });
  }

  recovered(what: What): void {
    if (this.#last.size > 0) this.#last.delete(keyOf(what));
  }

  /** Newest first. */
  list(now = Date.now()): Failure[] {
    return [...this.#last.values()]
      .filter(({ during, at }) => during === 'start' || now - at.getTime() < keptMs)
      .sort((one, other) => other.at.getTime() - one.at.getTime());
  }

  /** Runs something of a module; a failure is noted and thrown on. */
  async around<T>(what: What, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.recovered(what);
      return result;
    } catch (error) {
      this.note(what);
      throw error;
    }
  }
}

/** What failures are reported to: the running service. */
interface Reported {
  failures: Failures;
  log: { error(about: object, message: string): void };
}

/** Names something of a module that failed, and that everything else goes on without, in the log and in `/api/health`. */
export function reportFailure({ failures, log }: Reported, what: What, error: unknown): void {
  failures.note(what);
  log.error({ err: error, ...what }, 'something of a module failed; everything else goes on without it');
}

const blamed = new WeakMap<Error, What>();

function blame(what: What, error: unknown): void {
  if (error instanceof Error && !blamed.has(error)) blamed.set(error, what);
}

/** Runs a function of one module inside an operation of another, so that the log and `/api/health` name the module that threw. */
export async function blaming<T>(what: What, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    blame(what, error);
    throw error;
  }
}

/** The same for a function that returns at once. */
export function blamingSync<T>(what: What, work: () => T): T {
  try {
    return work();
  } catch (error) {
    blame(what, error);
    throw error;
  }
}

/** Whose function threw it; null if nobody else is to blame. */
export const blameFor = (error: unknown): What | null =>
  error instanceof Error ? (blamed.get(error) ?? null) : null;
