// What modules' pieces that work on files of certain types have in common, such as previewers and text readers: their names, their types,
// how long they may take, and a file that they can't work on.
import { within } from '../../lib/within.ts';

/**
 * Checks what a module contributes.
 *
 * @param kind what it is, as in "Invalid previewer name"
 * @throws Error which its author sees at the start
 */
export function demandByType(kind: string, name: string, types: Iterable<string>): void {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 40)
    throw new Error(`Invalid ${kind} name "${name}". Use up to 40 lowercase letters, digits and dashes.`);
  for (const mime of types)
    if (!/^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]{0,94}$/.test(mime))
      throw new Error(
        `${kind.charAt(0).toUpperCase()}${kind.slice(1)} "${name}": "${mime}" isn't a media type in lowercase.`,
      );
}

interface Missing {
  missing?: () => string | undefined;
}
const answered = new WeakMap<Missing, string | undefined>();

/** Asks one of a module of the app's why it can't work here, before anything is added of the module. @throws whatever it throws */
export function askMissing(one: Missing): void {
  answered.set(one, one.missing?.());
}

/** Why one can't work on this server, as it said when it was asked first; undefined: it can. */
export const missingOf = (one: Missing): string | undefined =>
  answered.has(one) ? answered.get(one) : one.missing?.();

/** A file that one of them can't work on, and why; people read it. */
export abstract class UnfitFile extends Error {
  /**
   * @param reason continues "The file", without a full stop: `is password-protected`.
   * @param isLasting false: it may be possible later, if this server is less busy.
   */
  constructor(
    readonly reason: string,
    readonly isLasting = true,
  ) {
    super(`The file ${reason}.`);
  }
}

/** @throws Error if the work takes longer */
export const withinSeconds = <T>(seconds: number, work: Promise<T>): Promise<T> =>
  within(seconds * 1000, work, () => {
    throw new Error(`It took more than ${seconds} seconds.`);
  });
