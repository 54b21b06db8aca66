// A FIFO queue of tasks, of which so many run at a time.

export class Turns {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param limit how many tasks run at a time, 1 or more */
  constructor(readonly limit: number) {}

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs the task when it's its turn. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      // The slot is handed over directly, so a new arrival can't take it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
