// The acknowledged writes, and how to check that each is still there.

/** @returns what is wrong; null if it is as acknowledged */
export type Check = () => Promise<string | null>;

interface Entry {
  kind: string;
  check: Check;
}

export class Ledger {
  readonly #entries: Entry[] = [];
  /** By list, the names that the run used, each of which may exist once. */
  readonly names = new Map<string, Set<string>>();
  readonly lost: string[] = [];

  /** Records an acknowledged write. */
  acknowledge(kind: string, check: Check): void {
    this.#entries.push({ kind, check });
  }

  /** Records a name before it is sent: answered or not, it may exist at most once. */
  name(list: string, name: string): string {
    const names = this.names.get(list) ?? new Set();
    this.names.set(list, names.add(name));
    return name;
  }

  /** The count by kind. */
  get counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { kind } of this.#entries) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Checks the newest and some others, or all. Calls that fail because the server is away are ignored. */
  async check(random: () => number, most = Infinity): Promise<void> {
    const newest = this.#entries.slice(-Math.ceil(most / 2));
    const others = this.#entries.slice(0, -newest.length || undefined);
    const chosen = most === Infinity ? this.#entries : [...newest];
    while (most !== Infinity && chosen.length < Math.min(most, this.#entries.length)) {
      const one = others[Math.floor(random() * others.length)];
      if (one) chosen.push(one);
    }
    await atATime(8, chosen, async ({ kind, check }) => {
      const wrong = await check();
      if (wrong !== null) this.lost.push(`${kind}: ${wrong}`);
    });
  }
}

export async function atATime<T>(
  most: number,
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = [...all];
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
    }),
  );
}
