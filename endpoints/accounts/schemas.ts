// Shapes shared by the account operations.
import { z } from 'zod';
import { minPasswordLength } from '../../src/core/access/sign-in/passwords.ts';

export const SignedInUser = z
  .object({ id: z.uuid(), name: z.string(), email: z.string() })
  .meta({ id: 'SignedInUser' });
export const Session = z.object({ data: z.object({ user: SignedInUser.nullable() }) });

export const PersonName = z.string().trim().min(1).max(200);
export const NewPassword = z
  .string()
  .min(minPasswordLength, `A password needs at least ${minPasswordLength} characters.`)
  .max(1000);

/** Accounts can only be changed by their owners. */
export const keysRefused = "API keys can't do this. Sign in instead.";
