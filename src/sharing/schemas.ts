// What everything that is shown to people outside has in common: who is let in.
import { z } from 'zod';
import { maxSlugLength, slugPattern } from './slugs.ts';

/** Who is let in to what is shared: everyone, whoever knows a password, people signed in here who may read the workspace. */
export const doors = ['public', 'password', 'members'] as const;
export type Door = (typeof doors)[number];

export const DoorName = z
  .enum(doors)
  .describe('members: people signed in here who may read the workspace; password: whoever knows it');

export const DoorPassword = z
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
