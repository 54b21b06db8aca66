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
  .min(minPasswordLength, `A password has at least ${minPasswordLength} characters.`)
  .max(1000);

/** @throws Refusal forbidden for keys: an account is its owner's alone, whatever they gave an agent. */
export function demandPerson(caller: Caller): PersonCaller {
  if (caller.kind !== 'person')
    throw new ApiError('forbidden', 'This is for a person who is signed in, not for a key.');
  return caller;
}
