// Types of events as callers name them: `asset.approved`, `asset.*`, or `*` for all.
import { z } from 'zod';

const typePattern = /^(?:\*|[a-z0-9_]+\.(?:\*|[a-z0-9_]+))$/;

export const isEventType = (text: string): boolean => typePattern.test(text);

/** Whether a type is one of these, or `asset.*` or `*` among them covers it. */
export const isOneOf = (types: readonly string[], type: string): boolean =>
  types.some(
    (one) => one === '*' || one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))),
  );

/** `asset.*` as a LIKE pattern. */
export const likePattern = (type: string): string => type.replace(/[\\%_]/g, '\\$&').replace('*', '%');

const recordedEnd = '.changed';
const otherEnd = '.updated';

/** Another name that integrators can use for a type: `asset.updated` for `asset.changed`; null if it has only one. */
export const otherNameOf = (type: string): string | null =>
  type.endsWith(recordedEnd) ? `${type.slice(0, -recordedEnd.length)}${otherEnd}` : null;

/** With the names under which they're recorded, as LIKE patterns. A module may record types that end with `.updated` itself. */
export const patternsOf = (types: readonly string[]): string[] =>
  types
    .flatMap((type) =>
      type.endsWith(otherEnd) ? [type, `${type.slice(0, -otherEnd.length)}${recordedEnd}`] : [type],
    )
    .map(likePattern);

/** The name under which somebody who chose these types gets one: as recorded, unless they only chose its other name. Null: not at all. */
export function nameChosen(types: readonly string[], type: string): string | null {
  if (isOneOf(types, type)) return type;
  const other = otherNameOf(type);
  return other !== null && types.includes(other) ? other : null;
}

export const EventTypeName = z
  .string()
  .max(100)
  .regex(typePattern, 'Must be an event type such as asset.approved, asset.*, or *.');
