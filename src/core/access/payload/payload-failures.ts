// Failures of the database or storage on Payload's own REST routes. Payload answers them with a 500, and a session that can't be read
// counts as none: people would look signed out whenever the database is away.
import type { AuthStrategy, Endpoint, Payload, PayloadRequest } from 'payload';
import { failureOf } from '../../db/failures.ts';
import { asOwnWork } from '../../db/payload-transactions.ts';
import { ApiError, isApiError, referenceOf } from '../../errors.ts';
import { serviceOf } from '../../service.ts';
import { within } from '../../../lib/within.ts';
import { sessionOfCookie } from '../sign-in/sessions.ts';

/** Requests whose session couldn't be read, with the reason. */
const unread = new WeakMap<PayloadRequest, unknown>();

/** After the wait for the session itself; both together are below 10 seconds. */
const probeMs = 2_000;

const askDatabase = (payload: Payload): Promise<unknown> =>
  within(probeMs, serviceOf(payload).db.query('select 1'), () => {
    throw new ApiError('unavailable', "The database isn't responding. Try again in a moment.");
  });

/** Runs after all others, if none found a person: tells a session that has ended from one that couldn't be read. */
const unreadSessions: AuthStrategy = {
  name: 'marque-unread-sessions',
  authenticate: async ({ headers, payload, req }) => {
    if (req && (await sessionOfCookie(payload, headers)))
      await askDatabase(payload).catch((error: unknown) => unread.set(req, error));
    return { user: null };
  },
};

/** The response to a failure, in Marque's envelope and Payload's. */
function answerOf(failure: ApiError, payload: Payload): Response {
  const reference = referenceOf(failure, serviceOf(payload).log, { operation: 'panel' });
  const message = `${failure.message} Reference: ${reference}.`;
  return Response.json(
    { error: { code: failure.code, message: failure.message, detail: { reference } }, errors: [{ message }] },
    {
      status: failure.status,
      headers: { 'cache-control': 'no-store', ...(failure.status === 503 ? { 'retry-after': '5' } : {}) },
    },
  );
}

function asFailure(error: unknown): ApiError | null {
  if (isApiError(error)) return error.status >= 500 ? error : null;
  return failureOf(error);
}

function guarded(handler: Endpoint['handler']): Endpoint['handler'] {
  return async (req) => {
    try {
      if (unread.has(req)) throw unread.get(req);
      return await asOwnWork(() => handler(req));
    } catch (error) {
      const failure = asFailure(error);
      if (!failure) throw error;
      return answerOf(failure, req.payload);
    }
  };
}

/** Endpoints that are guarded already: Payload instances of one process can share their config. */
const done = new WeakSet<Endpoint>();

function guardedEndpoint(endpoint: Endpoint): Endpoint {
  if (done.has(endpoint)) return endpoint;
  // A copy: Payload shares its own endpoints between all collections, the app's too.
  const copy = { ...endpoint, handler: guarded(endpoint.handler) };
  done.add(copy);
  return copy;
}

/**
 * Answers failures on the routes of these collections with a 503 or 507 and a reference, and logs them once. What they write is Marque's
 * work, in transactions of its own.
 *
 * @param slugs our collections, as this app calls them
 */
export function answerFailures(payload: Payload, slugs: readonly string[]): void {
  for (const config of payload.config.collections)
    if (slugs.includes(config.slug) && config.endpoints)
      config.endpoints = config.endpoints.map(guardedEndpoint);
  // Payload keeps its strategies when `next dev` loads the config again.
  const others = payload.authStrategies.filter(({ name }) => name !== unreadSessions.name);
  payload.authStrategies = [...others, unreadSessions];
}
