// A guard for tests: nothing may await storage or network while holding a database connection, or slow storage would use up the pool and
// every call would wait. In production it's off and costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Held {
  /** False once the connection is back in the pool: work that continues after that is fine. */
  active: boolean;
  /** The connection that was already held, if any. */
  outer: Held | undefined;
  /** The transaction that replaced this one. */
  successor: Held | undefined;
}

/** Calls that are allowed on a held connection, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'storage.localPath': 'Says where bytes would lie, and asks nobody.',
};

let held: AsyncLocalStorage<Held> | null = null;
const found: string[] = [];

/** Switches the guard on, for the whole test process. */
export function guardHeldConnections(): void {
  if (process.env.NODE_ENV === 'test') held ??= new AsyncLocalStorage();
}

function isActive(mark: Held | undefined): boolean {
  for (let one = mark; one; one = one.outer) if (one.active || isActive(one.successor)) return true;
  return false;
}

/** The innermost active mark. Ended ones are dropped. */
function markIn(store: AsyncLocalStorage<Held>): Held {
  const outer = store.getStore();
  return { active: true, outer: isActive(outer) ? outer : undefined, successor: undefined };
}

/** Marks `work` as done on a held connection. */
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
 * Marks everything the caller does from here on, for a connection held without a callback. Must be called before the first await, or
 * the caller's caller isn't marked.
 *
 * @returns a function to call when the connection is back in the pool
 */
export function markHeld(): () => void {
  if (!held) return nothing;
  const mark = markIn(held);
  held.enterWith(mark);
  return () => (mark.active = false);
}

/**
 * For replacing a transaction with another further down the call stack, where a new mark wouldn't apply to what follows.
 *
 * @returns a function to call once the other has begun
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
 * @param what is about to be awaited, for the message.
 * @throws Error if the guard is on and a connection is held
 */
export function demandNoConnectionHeld(what: string): void {
  if (!isActive(held?.getStore()) || what in exceptions) return;
  const error = new Error(`${what} is awaited while a database connection is held. Do it before or after.`);
  found.push(error.stack ?? error.message);
  throw error;
}

/** All violations since the last call, including those whose error was caught. */
export function heldCalls(): string[] {
  return found.splice(0);
}

/** Wraps an object so that its methods fail on a held connection; returns the object itself if the guard is off. */
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
