import { z } from 'zod';
import { personOf } from '../../src/access/caller.ts';
import { rankOf, scopes } from '../../src/access/ladder.ts';
import { makeKey } from '../../src/access/make-key.ts';
import { findKey, toKey } from '../../src/access/queries.ts';
import { Key } from '../../src/access/schemas.ts';
import { record } from '../../src/events/record.ts';
import { Answer, defineOperation } from '../../src/operation.ts';
import { invalid, Refusal } from '../../src/refusal.ts';
import { keyScopesIn, lowest } from '../../src/settings/agents.ts';

export const createKey = defineOperation({
  name: 'create_key',
  route: 'POST /api/v1/keys',
  tag: 'access',
  summary: 'Make a key for this workspace; its secret is shown this once',
  description:
    'A service key (made by an admin) lives until it is revoked. With own: true the key is yours: it never does more than you can at that moment, and anyone may make one up to their own scope.',
  scope: 'any',
  inWorkspace: true,
  input: {
    body: z.strictObject({
      name: z.string().trim().min(1).max(200),
      scope: z.enum(scopes).optional().describe('Left out: `agents.defaultScope` of the settings here'),
      expiresAt: z.iso.datetime({ offset: true }).optional(),
      own: z.boolean().default(false),
    }),
  },
  output: z.object({
    data: Key.extend({ secret: z.string().describe('The key itself. It is stored nowhere') }),
  }),
  status: 201,
  refuses: ['forbidden', 'invalid'],
  run: async ({ service, req, db, caller, access }, { body }) => {
    if (!access.workspaceId || (!access.scope && !access.scopeInside))
      throw new Refusal('not_found', 'You have no workspace to make a key in.');
    const owner = personOf(caller);
    const held = access.scope ?? access.scopeInside;
    if (!body.own && access.scope !== 'admin') {
      throw new Refusal(
        'forbidden',
        `A key for the workspace needs admin, and you have ${held}. With own: true you make one for yourself.`,
        { needs: 'admin', has: held },
      );
    }
    if (body.own && !owner)
      throw new Refusal(
        'forbidden',
        'Only a person can have a key of their own: sign in, or make a service key.',
      );
    const { defaultScope, maxScope } = await keyScopesIn(service, db, access.workspaceId);
    const scope = body.scope ?? lowest(defaultScope, maxScope);
    if (rankOf(scope) > rankOf(held)) {
      throw new Refusal('forbidden', `Your own scope here is ${held}: a key can't have more.`, {
        needs: scope,
        has: held,
      });
    }
    if (rankOf(scope) > rankOf(maxScope)) {
      throw new Refusal(
        'forbidden',
        `Keys here have ${maxScope} at most. An admin can change that: the setting agents, maxScope.`,
        { needs: scope, most: maxScope },
      );
    }
    if (body.expiresAt && Date.parse(body.expiresAt) <= Date.now())
      throw invalid([{ path: 'expiresAt', message: 'This moment has passed.' }]);
    const { id, secret } = await makeKey(db, {
      name: body.name,
      scope,
      workspaceId: access.workspaceId,
      ownerId: body.own ? owner : null,
      madeById: owner,
      expiresAt: body.expiresAt ?? null,
    });
    await record(req, {
      type: 'key.created',
      workspaceId: access.workspaceId,
      subject: { kind: 'key', id },
      detail: { name: body.name, scope, own: body.own },
    });
    const key = await findKey(db, id);
    if (!key) throw new Error('The key that was just made is not there.');
    return Answer.json(201, { data: { ...toKey(key), secret } }, { 'cache-control': 'no-store' });
  },
});
