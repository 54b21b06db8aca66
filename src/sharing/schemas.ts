// What everything shown to people outside has in common: access modes.
import { z } from 'zod';
import { maxSlugLength, slugPattern } from './slugs.ts';

/** Access modes: everyone, anyone with the password, or signed-in people who may read the workspace. */
export const accessModes = ['public', 'password', 'members'] as const;
export type AccessMode = (typeof accessModes)[number];

export const Visibility = z
  .enum(accessModes)
  .describe('members: signed-in people who can read the workspace; password: anyone with the password');

export const VisitorPassword = z
  .string()
  .min(6)
  .max(200)
  .describe('For access password. Never shown again; a new one signs out everyone who used the old one');

/** The first or last part of an address, unique on the server. */
export const ServerSlug = z
  .string()
  .min(1)
  .max(maxSlugLength)
  .regex(slugPattern, 'Must be lower-case letters and digits, joined by single dashes.');
