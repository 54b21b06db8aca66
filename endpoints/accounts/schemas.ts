// Shapes shared by the account operations.
import { z } from 'zod';
import type { Caller, PersonCaller } from '../../src/core/access/caller.ts';
import { minPasswordLength } from '../../src/core/access/passwords.ts';
import { ApiError } from '../../src/core/errors.ts';

export const SignedInUser = z
  .object({ id: z.uuid(), name: z.string(), email: z.string() })
  .meta({ id: 'SignedInUser' });
export const Session = z.object({ data: z.object({ user: SignedInUser.nullable() }) });

export const PersonName = z.string().trim().min(1).max(200);
export const NewPassword = z
  .string()
  .min(minPasswordLength, `A password needs at least ${minPasswordLength} characters.`)
  .max(1000);

/** @throws forbidden for keys: accounts can only be changed by their owners. */
export function demandPerson(caller: Caller): PersonCaller {
  if (caller.kind !== 'person') throw new ApiError('forbidden', "API keys can't do this. Sign in instead.");
  return caller;
}
