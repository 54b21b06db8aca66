// Shapes shared by the account operations.
import { z } from 'zod';

export const SignedInUser = z
  .object({ id: z.uuid(), name: z.string(), email: z.string() })
  .meta({ id: 'SignedInUser' });
export const Session = z.object({ data: z.object({ user: SignedInUser.nullable() }) });
export const Email = z
  .email()
  .max(254)
  .transform((email) => email.toLowerCase());
