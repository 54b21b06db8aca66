import { z } from 'zod';
import { appPeople } from '../../src/core/access/app-people.ts';
import { ApiError, issueDetail } from '../../src/core/errors.ts';
import { eventStreamHeaders, openEventStream } from '../../src/core/events/stream/index.ts';
import { positionIn, type Position } from '../../src/core/events/stream/position.ts';
import { Answer, defineOperation, type Context } from '../../src/core/operation.ts';
import { credentialOf } from '../../src/core/pipeline/identify.ts';

const header = 'Last-Event-ID';

/** Where the client is. A browser that reconnects sends the header, and the address it began with. */
function lastPosition(headers: Headers, given: string | undefined): Position | null {
  const inHeader = headers.get(header) ?? '';
  const id = inHeader === '' ? (given ?? '') : inHeader;
  if (id === '') return null;
  const path = inHeader === '' ? 'lastEventId' : header;
  const position = positionIn(id);
  if (position) return position;
  const message = 'Not an event ID of this stream. Send the last `id` you received, or leave it out.';
  throw new ApiError('invalid_request', `${path}: ${message}`, issueDetail([{ path, message }]));
}

/** For people who are signed in to an app: asks it again. Null: the database knows whether the credential is still valid. */
function signedInCheck({ service, caller, request }: Context): (() => Promise<boolean>) | null {
  if (!appPeople() || caller.kind !== 'person') return null;
  const { headers } = request;
  return async () => {
    const credential = await credentialOf(service, headers);
    return credential?.kind === 'knownPerson' && credential.id === caller.id;
  };
}

export const streamEvents = defineOperation({
  name: 'stream_events',
  http: {
    route: 'GET /api/v1/events/stream',
    tag: 'activity',
    produces: 'text/event-stream',
    requestHeaders: {
      [header]: 'The last `id` you received. The stream continues after it; without it, it begins now',
    },
  },
  summary: 'Stream events in the workspace as they happen',
  description:
    'Server-sent events on what you can read, in the order in which the changes were committed: `{id, type, occurredAt, workspace, actor: {kind, id, name}, resource: {type, id}, change}`. Get the record for what changed; `change` is `removed` if it was deleted or is out of your reach, and `upserted` otherwise. The changes are those of `list_changes`, except that a grant on a collection is one event for everything in it. An event may arrive twice after a reconnect. Changes come as events without a name. `ready` says that the stream has begun, `heartbeat` that it is still open, and `reset` that you missed too much: load everything again. The stream ends when your access does.',
  access: {
    scope: 'read',
    within: true,
  },
  input: {
    query: z.object({
      lastEventId: z
        .string()
        .optional()
        .describe(`The same as ${header}, for clients that can't set headers`),
    }),
  },
  errors: ['rate_limited', 'unavailable'],
  run: async (context, { query }) => {
    const { service, caller, access, request } = context;
    const after = lastPosition(request.headers, query.lastEventId);
    if (request.method === 'HEAD') return new Answer(200, { kind: 'none' }, eventStreamHeaders);
    if (caller.kind === 'nobody') throw new Error('stream_events was called without a credential.');
    const isSignedIn = signedInCheck(context);
    const stream = await openEventStream(service, {
      viewer: {
        kind: caller.kind,
        id: caller.id,
        sessionId: caller.kind === 'person' && !isSignedIn ? caller.sessionId : null,
        workspaceId: access.workspaceId ?? '',
        organizationId: access.organizationId ?? '',
      },
      after,
      isSignedIn,
      signal: request.signal,
    });
    return new Answer(
      200,
      { kind: 'stream', open: () => ({ [Symbol.asyncIterator]: () => stream }) },
      eventStreamHeaders,
    );
  },
});
