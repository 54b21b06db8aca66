// A guard for tests: nothing waits for the storage or the network while it holds a database connection, or slow storage would use up the
// pool and every call would wait with it. In production it is off and costs nothing.
import { AsyncLocalStorage } from 'node:async_hooks';

interface Held {
  /** False once the connection is back in the pool: what was begun meanwhile and outlives it is fine. */
  active: boolean;
}

let held: AsyncLocalStorage<Held> | null = null;
const found: string[] = [];

/** Switches the guard on, for the whole process. */
export function guardHeldConnections(): void {
  held ??= new AsyncLocalStorage();
}

/** Marks what `work` does as done on a held connection. */
export function whileHeld<Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  const store = held;
  if (!store) return work;
  return (...args) => {
    const mark: Held = { active: true };
    return store.run(mark, async () => {
      try {
        return await work(...args);
      } finally {
        mark.active = false;
      }
    });
  };
}

/**
 * @param what is about to be waited for, for the message.
 * @throws Error where the guard is on and a connection is held
 */
export function demandNoConnectionHeld(what: string): void {
  if (!held?.getStore()?.active) return;
  const error = new Error(`${what} is awaited while a database connection is held. Do it before or after.`);
  found.push(error.stack ?? error.message);
  throw error;
}

/** Every call of the kind since this was asked last: one whose error was caught shows too. */
export function heldCalls(): string[] {
  return found.splice(0);
}

/** The same object, whose methods refuse to run on a held connection; the object itself where the guard is off. */
export function guarded<T extends object>(name: string, target: T, exempt: readonly string[]): T {
  if (!held) return target;
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (!exempt.includes(String(property))) demandNoConnectionHeld(`${name}.${String(property)}`);
        return (value as (...args: unknown[]) => unknown).apply(object, args);
      };
    },
  });
}
