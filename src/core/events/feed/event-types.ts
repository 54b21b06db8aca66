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

export const EventTypeName = z
  .string()
  .max(100)
  .regex(typePattern, 'Must be an event type such as asset.approved, asset.*, or *.');
