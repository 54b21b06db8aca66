// What everything that is shown to people outside has in common: who is let in.
import { z } from 'zod';
import { maxSlugLength, slugPattern } from './slugs.ts';

/** Who is let in to what is shared: everyone, whoever knows a password, people signed in here who may read the workspace. */
export const accessModes = ['public', 'password', 'members'] as const;
export type AccessMode = (typeof accessModes)[number];

export const Visibility = z
  .enum(accessModes)
  .describe('members: people signed in here who may read the workspace; password: whoever knows it');

export const VisitorPassword = z
  .string()
  .min(6)
  .max(200)
  .describe('For access password. Never shown again; a new one closes the door behind the old one');

/** The last or first part of an address, unique on the server. */
export const ServerSlug = z
  .string()
  .min(1)
  .max(maxSlugLength)
  .regex(slugPattern, 'Lower-case letters and digits, joined by single dashes.');
