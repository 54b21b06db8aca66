import { signedIn } from '../../src/core/access/caller.ts';
import { z } from 'zod';
import { meOf, meQuery } from '../../src/core/access/queries.ts';
import { OneMe } from '../../src/core/access/schemas.ts';
import { changeOwn, hashNewPassword, lockAccount } from '../../src/identity/accounts/own.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { keysRefused, NewPassword, PersonName } from './schemas.ts';

export const updateMe = defineOperation({
  name: 'update_me',
  http: {
    route: 'PATCH /api/v1/me',
    tag: 'accounts',
  },
  summary: 'Change your name or password',
  description:
    'A new password requires the current one and ends all your other sessions. Wrong attempts count as failed sign-ins. Not available to API keys.',
  access: {
    scope: 'any',
    peopleOnly: keysRefused,
    inWorkspace: true,
  },
  query: meQuery,
  input: {
    body: z
      .strictObject({
        name: PersonName.optional(),
        password: NewPassword.optional(),
        currentPassword: z.string().max(1000).optional(),
      })
      .refine(
        ({ password, currentPassword }) => (password === undefined) === (currentPassword === undefined),
        {
          path: ['currentPassword'],
          message: 'Send password and currentPassword together.',
        },
      ),
  },
  output: OneMe,
  errors: ['forbidden', 'invalid', 'rate_limited'],
  lock: ({ db, caller }) => lockAccount(db, caller.kind === 'person' ? caller.id : null),
  // Hashing is slow, so it runs before the transaction.
  prepare: async ({ service, caller, request }, { body }) => {
    const person = signedIn(caller);
    const { password, currentPassword } = body;
    return password === undefined || currentPassword === undefined
      ? undefined
      : hashNewPassword(service, person, { password, currentPassword }, request.address);
  },
  run: async ({ db, caller, access, row }, { body }, hashed) => {
    const person = signedIn(caller);
    await changeOwn(db, person, { name: body.name, hashed });
    return { data: meOf({ ...person, name: body.name ?? person.name }, access, row ?? {}, null) };
  },
});
