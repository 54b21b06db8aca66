import { z } from 'zod';
import { personOf, type Caller } from '../../src/core/access/caller.ts';
import { rankOf, scopes } from '../../src/core/access/ladder.ts';
import { makeKey } from '../../src/core/access/keys/make-key.ts';
import { findKey, toKey } from '../../src/core/access/queries.ts';
import { Key } from '../../src/core/access/schemas.ts';
import { statement, type Db } from '../../src/core/db/pool.ts';
import { record } from '../../src/core/events/record.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { invalid, ApiError } from '../../src/core/errors.ts';
import { keyScopesIn, lowest } from '../../src/core/settings/agents.ts';

const expiryOfMaker = statement(
  'keys:expiry-of-maker',
  'select expires_at from payload.keys where id = $1 for key share',
);

/**
 * When a new key expires. A key created by another never outlives it; that one is locked so that it can't be revoked meanwhile.
 *
 * @throws invalid for a date in the past or after the creator's expiry.
 */
async function expiryOf(db: Db, caller: Caller, asked: string | undefined): Promise<string | null> {
  const refuse = (message: string) => invalid([{ path: 'expiresAt', message }]);
  if (asked && Date.parse(asked) <= Date.now()) throw refuse('This date is in the past.');
  if (caller.kind !== 'key') return asked ?? null;
  const [maker] = await db.query<{ expires_at: Date | null }>(expiryOfMaker, [caller.id]);
  if (!maker) throw new ApiError('unauthorized', 'Invalid or revoked API key.');
  const { expires_at: latest } = maker;
  if (latest === null) return asked ?? null;
  if (asked && Date.parse(asked) > latest.getTime())
    throw refuse(`A key can't outlive the key that makes it, which expires at ${latest.toISOString()}.`);
  return asked ?? latest.toISOString();
}

export const createKey = defineOperation({
  name: 'create_key',
  http: {
    route: 'POST /api/v1/keys',
    tag: 'access',
    status: 201,
  },
  summary: 'Create an API key; its secret is shown only once',
  description:
    "A service key, created by an admin, works until it's revoked. With own: true the key is yours: it can never do more than you can, and anyone signed in can create one up to their own scope. A key created by another key can't have a higher scope or expire later, and is revoked with it.",
  access: {
    scope: 'any',
    inWorkspace: true,
  },
  input: {
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      scope: z.enum(scopes).optional().describe('Defaults to the setting `agents.defaultScope`'),
      expiresAt: z.iso.datetime({ offset: true }).optional(),
      own: z.boolean().default(false),
    }),
  },
  output: z.object({
    data: Key.extend({
      secret: z.string().describe("The API key. It isn't stored and can't be shown again"),
    }),
  }),
  errors: ['forbidden', 'invalid'],
  run: async ({ service, req, db, caller, access }, { body }) => {
    if (!access.workspaceId || (!access.scope && !access.scopeInside))
      throw new ApiError('not_found', 'You have no workspace to create a key in.');
    // Otherwise a stolen or revoked key could leave another one behind.
    if (body.own && caller.kind !== 'person')
      throw new ApiError('forbidden', 'Sign in to create a key of your own. A key can’t create one.');
    const owner = personOf(caller);
    const ownScope = access.scope ?? access.scopeInside;
    if (!body.own && access.scope !== 'admin') {
      throw new ApiError(
        'forbidden',
        `A workspace key needs the admin scope; you have ${ownScope}. Use own: true to create a key for yourself.`,
        { needs: 'admin', has: ownScope },
      );
    }
    const { defaultScope, maxScope } = await keyScopesIn(service, db, access.workspaceId);
    const scope = body.scope ?? lowest(defaultScope, maxScope);
    if (rankOf(scope) > rankOf(ownScope)) {
      throw new ApiError('forbidden', `A key can't have a higher scope than you: ${ownScope}.`, {
        needs: scope,
        has: ownScope,
      });
    }
    if (rankOf(scope) > rankOf(maxScope)) {
      throw new ApiError(
        'forbidden',
        `Keys here can have ${maxScope} at most. An admin can change this in the setting agents.maxScope.`,
        { needs: scope, most: maxScope },
      );
    }
    const expiresAt = await expiryOf(db, caller, body.expiresAt);
    const { id, secret } = await makeKey(db, {
      name: body.name,
      scope,
      workspaceId: access.workspaceId,
      // Keys created by a personal key belong to the same person, and never do more than they can.
      ownerId: body.own || caller.kind === 'key' ? owner : null,
      madeById: owner,
      makerKeyId: caller.kind === 'key' ? caller.id : null,
      expiresAt,
    });
    await record(req, {
      type: 'key.created',
      workspaceId: access.workspaceId,
      subject: { kind: 'key', id },
      detail: { name: body.name, scope, own: body.own },
    });
    const key = await findKey(db, id);
    if (!key) throw new Error('The new key was not found.');
    return Answer.json(201, { data: { ...toKey(key), secret } }, { 'cache-control': 'no-store' });
  },
});
