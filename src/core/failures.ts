// What of a module fails in this process, so that the log and `/api/health` name the module. Everything else goes on.
export const failureKinds = ['start', 'call', 'job', 'event', 'clean-up'] as const;

export interface Failure {
  module: string;
  during: (typeof failureKinds)[number];
  /** Of the operation, job or listener; of a start or clean-up, the module's. */
  name: string;
  at: Date;
}

/** An operation that failed once and isn't called again shouldn't be reported forever. */
const keptMs = 60 * 60 * 1000;

const keyOf = ({ module, during, name }: Omit<Failure, 'at'>): string => `${module} ${during} ${name}`;

/** The last failure of each thing, until it succeeds. A module that didn't start stays. */
export class Failures {
  readonly #last = new Map<string, Failure>();

  note(what: Omit<Failure, 'at'>): void {
    this.#last.set(keyOf(what), { ...what, at: new Date() });
  }

  recovered(what: Omit<Failure, 'at'>): void {
    if (this.#last.size > 0) this.#last.delete(keyOf(what));
  }

  /** Newest first. */
  list(now = Date.now()): Failure[] {
    return [...this.#last.values()]
      .filter(({ during, at }) => during === 'start' || now - at.getTime() < keptMs)
      .sort((one, other) => other.at.getTime() - one.at.getTime());
  }

  /** Runs something of a module; a failure is noted and thrown on. */
  async around<T>(what: Omit<Failure, 'at'>, work: () => Promise<T>): Promise<T> {
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
