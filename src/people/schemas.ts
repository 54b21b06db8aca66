// People of an organization, their groups, and who is invited, as the interface shows them.
import { z } from 'zod';
import { Grant, Id } from '../access/schemas.ts';

export const Person = z.object({ id: z.uuid(), name: z.string(), email: z.string() });
export type Person = z.infer<typeof Person>;

export const Group = z
  .object({
    id: z.uuid(),
    name: z.string(),
    members: z.array(Person).describe('By name'),
    grants: z.array(Grant).describe('What each of its members has through it'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

export const GroupName = z.string().trim().min(1).max(200);
/** As many as one call may name. */
export const GroupMembers = z.array(Id).max(1000);
