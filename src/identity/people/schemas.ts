// People of an organization, groups and invitations, as the API shows them.
import { z } from 'zod';
import { ResourceName } from '../../core/access/resources.ts';
import { Grant, Id, Limits, ScopeName } from '../../core/access/schemas.ts';

export const Person = z.object({ id: z.uuid(), name: z.string(), email: z.string() });
export type Person = z.infer<typeof Person>;

export const Group = z
  .object({
    id: z.uuid(),
    name: z.string(),
    members: z.array(Person).describe('By name'),
    grants: z.array(Grant).describe('The grants its members get through it'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

export const GroupName = z.string().trim().min(1).max(200);
/** Maximum number per call. */
export const GroupMembers = z.array(Id).max(1000);

/** An address in the form accounts use. */
export const Email = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase());

export const Invitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    resource: ResourceName,
    resourceId: z.uuid(),
    label: z.string().describe("Name of the resource it's on"),
    scope: ScopeName,
    limits: Limits,
    invitedBy: z.string().describe('Name of the person or key that vouches for it'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Invitation' });
export type Invitation = z.infer<typeof Invitation>;

export const SentInvitation = Invitation.extend({
  url: z.string().describe('Where to accept it. Shown only once'),
  emailed: z.boolean().describe("False if e-mail isn't set up: pass the url on yourself"),
}).meta({ id: 'SentInvitation' });
export type SentInvitation = z.infer<typeof SentInvitation>;

export const Offer = z
  .object({
    email: z.string(),
    organization: z.string(),
    resource: ResourceName,
    label: z.string().describe("Name of the resource it's on"),
    scope: ScopeName,
    limits: Limits,
    invitedBy: z.string(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'Offer', description: 'What an invitation offers, for anyone with its link' });
export type Offer = z.infer<typeof Offer>;

export const Member = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    grants: z.array(Grant).describe('Their own grants and those of their groups'),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;
