// People: Payload's auth, with its log-in routes replaced by ours (rate limits, the same wording and timing
// for every failure).
import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionBeforeValidateHook,
  type CollectionConfig,
} from 'payload';
import { passwordWasSet } from '../src/identity/accounts/own.ts';
import { accountEndpoints } from '../src/identity/accounts/routes.ts';
import { minPasswordLength } from '../src/core/access/sign-in/passwords.ts';
import { accessible, people } from '../src/core/access/payload/where.ts';
import type { AppFacts } from '../src/core/module.ts';
import { kind } from '../src/words/index.ts';

/**
 * A week: people review a few times a week, and every request looks the session up in the database anyway.
 */
const sessionSeconds = 7 * 24 * 60 * 60;

interface NewPassword {
  marqueNewPassword?: boolean;
}

const access: CollectionConfig['access'] = {
  admin: ({ req }) => req.user !== null,
  read: accessible(people, 'read'),
  update: accessible(people, 'write'),
  // People join by invitation; the generic routes neither create nor delete anyone.
  create: () => false,
  delete: () => false,
  unlock: () => false,
};

const checkNewPassword: CollectionBeforeValidateHook = ({ data, operation, req }) => {
  const password = (data as { password?: unknown } | undefined)?.password;
  if (typeof password === 'string' && password !== '') {
    // A stolen session must not be enough to take over the account.
    if (operation === 'update' && req.payloadAPI === 'REST')
      throw new APIError('Change it on your account page, which asks for the current one.', 403, null, true);
    if (password.length < minPasswordLength)
      throw new APIError(`A password needs at least ${minPasswordLength} characters.`, 400, null, true);
    (req.context as NewPassword).marqueNewPassword = true;
  }
  return data;
};

/** After Payload has rewritten the person's sessions with the rest of the record. */
const followNewPassword: CollectionAfterChangeHook = async ({ operation, doc, req }) => {
  if (operation === 'update' && (req.context as NewPassword).marqueNewPassword)
    await passwordWasSet(req, (doc as { id: string }).id);
};

/** Marque's own people, or the records of the app's, who can't sign in here. */
export function users({ isSecure, hasPeople }: AppFacts): CollectionConfig {
  return {
    slug: 'users',
    labels: kind('records:person', 'records:people'),
    admin: {
      useAsTitle: 'name',
      defaultColumns: ['name', 'email'],
      group: 'Access',
      hideAPIURL: true,
      components: {
        views: {
          list: { Component: 'marque/client-components#People' },
          edit: { root: { Component: 'marque/client-components#PersonPage' } },
        },
      },
    },
    auth: {
      tokenExpiration: sessionSeconds,
      // We count attempts ourselves, exactly, per account and address. Payload's counter would lock out the
      // owner.
      maxLoginAttempts: 0,
      useSessions: true,
      cookies: { sameSite: 'Lax', secure: isSecure },
      // The fields stay, so that the tables are the same.
      ...(hasPeople ? { disableLocalStrategy: { enableFields: true, optionalPassword: true } as const } : {}),
    },
    defaultSort: 'name',
    lockDocuments: false,
    versions: false,
    access,
    hooks: { beforeValidate: [checkNewPassword], afterChange: [followNewPassword] },
    ...(hasPeople ? {} : { endpoints: accountEndpoints }),
    fields: [
      // Invitations identify people by their address, so it can't be changed here.
      {
        name: 'email',
        type: 'email',
        // The app's people may have none.
        required: !hasPeople,
        unique: !hasPeople,
        access: { update: () => false },
      },
      { name: 'name', type: 'text', required: true, maxLength: 200 },
    ],
  };
}
