// Modules of the app that throw while Marque is installed. Each is left out with all that it contributes, so that it breaks only itself;
// the start names it in the log and in `/api/health`.
import type { Config } from 'payload';
import { leaveUnprefixed } from '../../src/core/collection-names.ts';
import type { AppFacts, Module } from '../../src/core/module.ts';
import { withResources } from '../../src/core/resource.ts';
import { askMissing } from '../../src/assets/metadata/by-type.ts';
import { slugsOf } from './install.ts';

/** A module that is left out, and what it threw. */
export interface LeftOut {
  name: string;
  error: unknown;
}

/** A module of the app's, with what its resources bring and its functions return here. Its collections keep their names. */
function prepared(module: Module, app: AppFacts): Module {
  const whole = withResources(module);
  const { collections = [], previewers = [], textReaders = [] } = whole;
  for (const one of [...previewers, ...textReaders]) askMissing(one);
  const settled = {
    ...whole,
    collections: typeof collections === 'function' ? collections(app) : collections,
  };
  leaveUnprefixed(slugsOf([settled]));
  return settled;
}

/**
 * Prepares a module of the app's to be installed.
 *
 * @param leftOut the module is added if it throws
 * @returns the module; nothing of one that throws
 */
export function installable(module: Module, app: AppFacts, leftOut: LeftOut[]): Module[] {
  try {
    return [prepared(module, app)];
  } catch (error) {
    leftOut.push({ name: module.name, error });
    return [];
  }
}

/** The app's adapter, which makes no migration without a module that is left out: it would drop the module's tables. */
export function withoutLosses(db: Config['db'], leftOut: readonly LeftOut[]): Config['db'] {
  return {
    ...db,
    init: (options) => {
      const made = db.init(options);
      const createMigration = made.createMigration.bind(made);
      made.createMigration = (asked) => {
        const [first] = leftOut;
        if (first)
          throw new Error(
            `The module "${first.name}" throws, so it's left out, and a migration would drop its tables. Mend it first.`,
            { cause: first.error },
          );
        return createMigration(asked);
      };
      return made;
    },
  };
}
