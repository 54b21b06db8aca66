// People: Payload's own auth, with its log-in routes replaced by ours (limits, one wording and one time for every failure).
import type { CollectionConfig } from 'payload';
import { passwordWasSet } from '../src/identity/accounts/own.ts';
import { accountEndpoints } from '../src/identity/accounts/routes.ts';
import { minPasswordLength } from '../src/core/access/passwords.ts';
import { reaching } from '../src/core/access/where.ts';
import { APIError } from 'payload';

/** A week: people review a few times a week, and a session is looked up in the database in each request anyway. */
const sessionSeconds = 7 * 24 * 60 * 60;

interface NewPassword {
  marqueNewPassword?: boolean;
}

export function users(options: { secureCookies: boolean }): CollectionConfig {
  return {
    slug: 'users',
    labels: { singular: 'Person', plural: 'People' },
    admin: {
      useAsTitle: 'name',
      defaultColumns: ['name', 'email'],
      group: 'Access',
      hideAPIURL: true,
      components: {
        views: {
          list: { Component: 'marque/panel/identity/People#People' },
          edit: { root: { Component: 'marque/panel/identity/PersonPage#PersonPage' } },
        },
      },
    },
    auth: {
      tokenExpiration: sessionSeconds,
      // Tries are counted by us, exactly and per account and address; Payload's counter would lock out the owner instead.
      maxLoginAttempts: 0,
      useSessions: true,
      cookies: { sameSite: 'Lax', secure: options.secureCookies },
    },
    defaultSort: 'name',
    lockDocuments: false,
    versions: false,
    access: {
      admin: ({ req }) => req.user !== null,
      read: reaching('users', 'read'),
      update: reaching('users', 'write'),
      // People come by invitation; nobody is made or removed through the generic routes.
      create: () => false,
      delete: () => false,
      unlock: () => false,
    },
    hooks: {
      beforeValidate: [
        ({ data, operation, req }) => {
          const password = (data as { password?: unknown } | undefined)?.password;
          if (typeof password === 'string' && password !== '') {
            // A session that somebody else got hold of must not take the account.
            if (operation === 'update' && req.payloadAPI === 'REST')
              throw new APIError(
                'Set it on your account page, which asks for the current one.',
                403,
                null,
                true,
              );
            if (password.length < minPasswordLength)
              throw new APIError(`A password has at least ${minPasswordLength} characters.`, 400, null, true);
            (req.context as NewPassword).marqueNewPassword = true;
          }
          return data;
        },
      ],
      afterChange: [
        // After Payload has written the person's sessions anew with the rest of the record.
        async ({ operation, doc, req }) => {
          if (operation === 'update' && (req.context as NewPassword).marqueNewPassword)
            await passwordWasSet(req, (doc as { id: string }).id);
        },
      ],
    },
    endpoints: accountEndpoints,
    fields: [
      // An address says who somebody is to those who invited them, so it doesn't change by itself.
      { name: 'email', type: 'email', required: true, unique: true, access: { update: () => false } },
      { name: 'name', type: 'text', required: true, maxLength: 200 },
    ],
  };
}
