// People: Payload's own auth, with its log-in routes replaced by ours (limits, one wording and one time for every failure).
import type { CollectionConfig } from 'payload';
import { accountEndpoints } from '../src/accounts/routes.ts';
import { minPasswordLength } from '../src/access/passwords.ts';
import { reaching } from '../src/access/where.ts';
import { APIError } from 'payload';

/** A week: people review a few times a week, and a session is looked up in the database in each request anyway. */
const sessionSeconds = 7 * 24 * 60 * 60;

export function users(options: { secureCookies: boolean }): CollectionConfig {
  return {
    slug: 'users',
    labels: { singular: 'Person', plural: 'People' },
    admin: { useAsTitle: 'name', defaultColumns: ['name', 'email'], group: 'Access', hideAPIURL: true },
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
        ({ data }) => {
          const password = (data as { password?: unknown } | undefined)?.password;
          if (typeof password === 'string' && password !== '' && password.length < minPasswordLength) {
            throw new APIError(`A password has at least ${minPasswordLength} characters.`, 400, null, true);
          }
          return data;
        },
      ],
    },
    endpoints: accountEndpoints,
    fields: [{ name: 'name', type: 'text', required: true, maxLength: 200 }],
  };
}
