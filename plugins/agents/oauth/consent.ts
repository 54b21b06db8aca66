// Consent: which agent, in which workspace, with which scope. Two operations for the consent page; both require a session, and the second
// the nonce that the first returned.
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isId } from '../../../src/core/access/ids.ts';
import { hashSecret } from '../../../src/core/access/keys/keys.ts';
import { rankOf, type Scope } from '../../../src/core/access/ladder.ts';
import { meQuery, scopeOrNull } from '../../../src/core/access/queries.ts';
import { signedIn } from '../../../src/core/access/caller.ts';
import { statement, type Db } from '../../../src/core/db/pool.ts';
import { record } from '../../../src/core/events/record.ts';
import { Answer, defineOperation } from '../../../src/core/operation.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { keyScopesIn } from '../../../src/core/settings/agents.ts';
import { deriveKey } from '../../../src/core/storage/signing.ts';
import { codeSeconds, grantable, placeOf, returnKindOf, withQuery, type Grantable } from './rules.ts';

interface Asked {
  id: string;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  challenge: string;
  state: string | null;
  scope: Grantable | null;
  issuer: string;
  resource: string;
  nonce_hash: string | null;
  user_id: string | null;
}

const columns =
  'id, client_id, client_name, redirect_uri, challenge, state, scope, issuer, resource, nonce_hash, user_id';
const show = statement(
  'oauth:show-request',
  `update marque.oauth_requests set nonce_hash = $2, user_id = $3 where id = $1 and expires_at > now() returning ${columns}`,
);
const spend = statement(
  'oauth:spend-request',
  `delete from marque.oauth_requests where id = $1 and nonce_hash = $2 and user_id = $3 and expires_at > now() returning ${columns}`,
);
const putCode = statement(
  'oauth:put-code',
  `insert into marque.oauth_codes (hash, client_id, client_name, redirect_uri, challenge, scope, resource, user_id, workspace_id, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now() + interval '${codeSeconds} seconds')`,
);

const path = z.object({ id: z.string().max(100) });

const gone = (): ApiError =>
  new ApiError('gone', 'This request was already answered or has expired. Connect the agent again.');

const keysRefused = "API keys can't connect agents. Sign in instead.";

/**
 * The nonce of a person for a request. The same on every read, so that concurrent reads or two tabs don't invalidate each other. It
 * works once, since the decision deletes the request.
 */
function nonceFor(secret: string, request: string, person: string): string {
  return createHmac('sha256', deriveKey(secret, 'consent'))
    .update(JSON.stringify([request.toLowerCase(), person]))
    .digest('base64url');
}

/** The highest scope that can be given there: limited by the person's own and the setting, and never admin. */
async function mostIn(
  service: Parameters<typeof keyScopesIn>[0],
  db: Db,
  workspaceId: string,
  own: Scope | null,
): Promise<Grantable | null> {
  const { maxScope } = await keyScopesIn(service, db, workspaceId);
  const most = Math.min(rankOf(own), rankOf(maxScope));
  return grantable.findLast((scope) => rankOf(scope) <= most) ?? null;
}

const Place = z.object({
  id: z.uuid(),
  name: z.string(),
  organization: z.string(),
  scopes: z.array(z.enum(grantable)).describe('Scopes you can give it there'),
});

export const getConsent = defineOperation({
  name: 'get_consent',
  http: {
    route: 'GET /api/v1/oauth/requests/{id}',
    tag: 'access',
  },
  summary: 'Get the access request of an agent',
  access: {
    scope: 'any',
    peopleOnly: keysRefused,
    inWorkspace: true,
  },
  query: meQuery,
  input: { path },
  output: z.object({
    data: z.object({
      person: z
        .object({ name: z.string(), email: z.string() })
        .describe('Who is signed in, and would allow it'),
      agent: z.string().describe('Name the agent gave itself'),
      host: z.string().nullable().describe('Host of its metadata document; null if the name is unverified'),
      returnsTo: z.string().describe('Where the response is sent: a host, or the scheme of an app'),
      returnsBy: z
        .enum(['website', 'computer', 'app'])
        .describe(
          'Whether that is a website, a program on the computer of this browser, or an app that it opens',
        ),
      scope: z.enum(grantable).describe('Preselected scope'),
      workspaces: z.array(Place),
      nonce: z.string().describe('Send it with the decision; valid once'),
    }),
  }),
  errors: ['gone', 'forbidden'],
  run: async ({ service, db, caller, row }, { path: { id } }) => {
    const { id: person, name, email } = signedIn(caller);
    const nonce = nonceFor(service.secret, id, person);
    const [asked] = isId(id) ? await db.query<Asked>(show, [id, hashSecret(nonce), person]) : [];
    if (!asked) throw gone();
    const workspaces: z.input<typeof Place>[] = [];
    for (const one of row.workspaces) {
      const most = await mostIn(service, db, one.id, scopeOrNull(one.rank ?? one.inside));
      if (most === null) continue;
      workspaces.push({
        id: one.id,
        name: one.name,
        organization: one.organization.name,
        scopes: grantable.slice(0, grantable.indexOf(most) + 1),
      });
    }
    const data = {
      person: { name, email },
      agent: asked.client_name,
      host: asked.client_id.startsWith('https:') ? new URL(asked.client_id).host : null,
      returnsTo: placeOf(asked.redirect_uri),
      returnsBy: returnKindOf(asked.redirect_uri) ?? 'website',
      scope: asked.scope === 'read' ? ('read' as const) : ('propose' as const),
      workspaces,
      nonce,
    };
    return Answer.json(200, { data }, { 'cache-control': 'no-store' });
  },
});

export const giveConsent = defineOperation({
  name: 'give_consent',
  http: {
    route: 'POST /api/v1/oauth/requests/{id}',
    tag: 'access',
    status: 200,
  },
  summary: 'Allow or deny an agent; returns where to redirect the browser',
  access: {
    scope: 'any',
    peopleOnly: keysRefused,
  },
  input: {
    path,
    body: z.strictObject({
      nonce: z.string().max(200),
      allow: z.boolean(),
      workspace: z.uuid().optional().describe('Workspace it may act in; required to allow'),
      scope: z.enum(grantable).optional().describe('Defaults to propose'),
    }),
  },
  output: z.object({ data: z.object({ redirect: z.string() }) }),
  errors: ['gone', 'forbidden', 'not_found'],
  run: async ({ service, req, db, caller, accessTo }, { path: { id }, body }) => {
    const person = signedIn(caller).id;
    const [asked] = isId(id) ? await db.query<Asked>(spend, [id, hashSecret(body.nonce), person]) : [];
    if (!asked) throw gone();
    const { redirect_uri: redirectUri, state, issuer } = asked;
    const answer = (values: Record<string, string>) =>
      Answer.json(
        200,
        { data: { redirect: withQuery(redirectUri, { ...values, state, iss: issuer }) } },
        { 'cache-control': 'no-store' },
      );
    if (!body.allow) return answer({ error: 'access_denied' });
    const access = await accessTo({ workspace: body.workspace ?? '' });
    const ownScope = access.scope ?? access.scopeInside;
    if (!access.id || ownScope === null) throw new ApiError('not_found', 'Choose a workspace you can open.');
    const scope = body.scope ?? 'propose';
    const most = await mostIn(service, db, access.id, ownScope);
    if (most === null || rankOf(scope) > rankOf(most))
      throw new ApiError(
        'forbidden',
        `You can give an agent ${most ? `the ${most} scope at most` : 'no access'} there, not ${scope}.`,
        {
          needs: scope,
          has: most,
        },
      );
    const code = randomBytes(32).toString('base64url');
    await db.query(putCode, [
      hashSecret(code),
      asked.client_id,
      asked.client_name,
      redirectUri,
      asked.challenge,
      scope,
      asked.resource,
      person,
      access.id,
    ]);
    await record(req, {
      type: 'agent.allowed',
      workspaceId: access.id,
      subject: { kind: 'workspace', id: access.id },
      detail: { agent: asked.client_name, scope, returnsTo: placeOf(redirectUri) },
    });
    return answer({ code });
  },
});
