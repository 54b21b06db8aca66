// Replaces Payload's account routes, with the same limits and wording as `/api/auth`. The panel's forms post
// here.
import { addDataAndFileToRequest, type Endpoint, type PayloadRequest } from 'payload';
import { ownOrigins } from '../../env.ts';
import { isApiError, ApiError, statusOfCode } from '../../core/errors.ts';
import { serviceOf } from '../../core/service.ts';
import { signIn, signUp, type SignedIn } from './accounts.ts';
import { askForReset, resetPassword } from './reset.ts';
import { addressOf, peerOf } from '../../core/access/address.ts';
import { collectionSlug } from '../../core/collection-names.ts';

type Answering = (req: PayloadRequest, data: Record<string, unknown>) => Promise<Response>;

async function answer(req: PayloadRequest, work: Answering): Promise<Response> {
  try {
    demandOwnPage(req);
    await addDataAndFileToRequest(req);
    return await work(req, req.data ?? {});
  } catch (error) {
    // payload-failures.ts answers failures, as on all of Payload's routes.
    if (!isApiError(error) || error.status >= 500) throw error;
    const { retryAfterSeconds } = (error.detail ?? {}) as { retryAfterSeconds?: number };
    return Response.json(
      { errors: [{ message: error.message }] },
      {
        status: statusOfCode[error.code],
        headers: {
          'cache-control': 'no-store',
          ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
        },
      },
    );
  }
}

/** Payload's response to a sign-in. */
function signedIn({ user, token, expires, cookie, device }: SignedIn, message: string): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const one of device === undefined ? [cookie] : [cookie, device]) headers.append('set-cookie', one);
  return Response.json(
    { message, user: { ...user, collection: collectionSlug('users') }, token, exp: expires },
    { headers },
  );
}

/**
 * Payload also accepts forms, which any page can post without preflight: sign-ins from other origins are
 * refused.
 */
function demandOwnPage(req: PayloadRequest): void {
  const origin = req.headers.get('origin');
  const { serverUrl } = serviceOf(req.payload).env;
  if (origin !== null && !ownOrigins(serverUrl).includes(origin))
    throw new ApiError('forbidden', `This form is only accepted from ${serverUrl}.`);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The peer's address, from our own server. */
function from(req: PayloadRequest): { headers: Headers; peer: string; address: string } {
  const { env, secret } = serviceOf(req.payload);
  const peer = peerOf(secret, req.headers);
  return { headers: req.headers, peer, address: addressOf(req.headers, peer, env.trustProxy) };
}

/** The body is never read: the response is the same for everyone. */
function closed(message: string): Endpoint['handler'] {
  return () => Response.json({ errors: [{ message }] }, { status: 403 });
}

const posted = (path: string, work: Answering): Endpoint => ({
  path,
  method: 'post',
  handler: (req) => answer(req, work),
});

export const accountEndpoints: Endpoint[] = [
  posted('/login', async (req, data) => {
    const given = { email: text(data.email), password: text(data.password) };
    return signedIn(await signIn(req.payload, given, from(req)), 'Signed in.');
  }),
  posted('/first-register', async (req, data) => {
    const email = text(data.email).trim().toLowerCase();
    const name = text(data.name).trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || name === '')
      throw new ApiError('invalid_request', 'Send a name and an e-mail address.');
    const person = { name, email, password: text(data.password) };
    return signedIn(await signUp(req.payload, person, text(data.token) || undefined, from(req)), 'Welcome.');
  }),
  posted('/forgot-password', async (req, data) => {
    const { message } = await askForReset(serviceOf(req.payload), text(data.email), from(req));
    return Response.json({ message }, { headers: { 'cache-control': 'no-store' } });
  }),
  posted('/reset-password', async (req, data) => {
    const given = { token: text(data.token), password: text(data.password) };
    return signedIn(await resetPassword(req.payload, given, from(req)), 'Your password is set.');
  }),
  {
    path: '/verify/:id',
    method: 'post',
    handler: () =>
      Response.json({ errors: [{ message: "Accounts aren't verified by e-mail here." }] }, { status: 404 }),
  },
  { path: '/unlock', method: 'post', handler: closed("Accounts aren't locked here.") },
];
