// Shared by the operations on the people of an organization.
import { z } from 'zod';
import { Id } from '../../src/access/schemas.ts';
import type { Thing } from '../../src/operation.ts';
import { Group } from '../../src/people/schemas.ts';

export const onePath = z.object({ id: Id });
export const Deleted = z.object({ data: z.object({ deleted: z.literal(true) }) });
export const OneGroup = z.object({ data: Group });

/** The group an operation acts on: a scope on its organization is asked for. */
export const onGroup = ({ path }: { path: Record<string, string> }): Thing => ({ group: path.id ?? '' });
