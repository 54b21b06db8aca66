// A guard for tests: nothing waits for the storage or the network while it holds a database connection, or slow storage would use up the
// pool and every call would wait with it. In production it is off and costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Held {
  /** False once the connection is back in the pool: what was begun meanwhile and outlives it is fine. */
  active: boolean;
  /** The connection that was held already, if one was. */
  outer: Held | undefined;
  /** The transaction that was begun in place of this one. */
  successor: Held | undefined;
}

/** What may be called on a held connection all the same, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'storage.localPath': 'Says where bytes would lie, and asks nobody.',
};

let held: AsyncLocalStorage<Held> | null = null;
const found: string[] = [];

/** Switches the guard on, for the whole process of a test: anywhere else it stays off. */
export function guardHeldConnections(): void {
  if (process.env.NODE_ENV === 'test') held ??= new AsyncLocalStorage();
}

function isActive(mark: Held | undefined): boolean {
  for (let one = mark; one; one = one.outer) if (one.active || isActive(one.successor)) return true;
  return false;
}

/** A mark below the one that holds here. What has ended is not kept. */
function markIn(store: AsyncLocalStorage<Held>): Held {
  const outer = store.getStore();
  return { active: true, outer: isActive(outer) ? outer : undefined, successor: undefined };
}

/** Marks what `work` does as done on a held connection. */
export function whileHeld<Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const store = held;
  if (!store) return work;
  return (...args) => {
    const mark = markIn(store);
    return store.run(mark, async () => {
      try {
        return await work(...args);
      } finally {
        mark.active = false;
      }
    });
  };
}

const nothing = (): void => undefined;

/**
 * Marks all that the caller does from here on, for a connection that is held without a callback. To be called before the first await,
 * or the caller's own caller goes on unmarked.
 *
 * @returns what to call when the connection is back in the pool
 */
export function markHeld(): () => void {
  if (!held) return nothing;
  const mark = markIn(held);
  held.enterWith(mark);
  return () => (mark.active = false);
}

/**
 * For one who ends a transaction and begins another in its place further down, where a new mark doesn't reach what comes after.
 *
 * @returns what to call once the other has begun
 */
export function handOverMark(): () => void {
  const store = held;
  const before = store?.getStore();
  if (!store || !before) return nothing;
  return () => {
    const now = store.getStore();
    if (now !== before) before.successor = now;
  };
}

/**
 * @param what is about to be waited for, for the message.
 * @throws Error where the guard is on and a connection is held
 */
export function demandNoConnectionHeld(what: string): void {
  if (!isActive(held?.getStore()) || what in exceptions) return;
  const error = new Error(`${what} is awaited while a database connection is held. Do it before or after.`);
  found.push(error.stack ?? error.message);
  throw error;
}

/** Every call of the kind since this was asked last: one whose error was caught shows too. */
export function heldCalls(): string[] {
  return found.splice(0);
}

/** The same object, whose methods refuse to run on a held connection; the object itself where the guard is off. */
export function guarded<T extends object>(name: string, target: T): T {
  if (!held) return target;
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        demandNoConnectionHeld(`${name}.${String(property)}`);
        return (value as (...args: unknown[]) => unknown).apply(object, args);
      };
    },
  });
}
