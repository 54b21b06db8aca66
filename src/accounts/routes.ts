// Payload's own account routes, replaced: they obey the same limits and wording as `/api/auth`. The panel's forms post here.
import { addDataAndFileToRequest, type Endpoint, type PayloadRequest } from 'payload';
import { ownOrigins } from '../env.ts';
import { isRefusal, Refusal, statusOfCode } from '../refusal.ts';
import { serviceOf } from '../service.ts';
import { signIn, signUpFirst, type SignedIn } from './accounts.ts';
import { addressOf, peerOf } from '../access/address.ts';

async function answer(
  req: PayloadRequest,
  work: (data: Record<string, unknown>) => Promise<SignedIn>,
  message: string,
): Promise<Response> {
  try {
    demandOwnPage(req);
    await addDataAndFileToRequest(req);
    const signedIn = await work(req.data ?? {});
    return Response.json(
      {
        message,
        user: { ...signedIn.user, collection: 'users' },
        token: signedIn.token,
        exp: signedIn.expires,
      },
      { headers: { 'set-cookie': signedIn.cookie, 'cache-control': 'no-store' } },
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
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

/** Payload reads forms too, which any page may send without asking first: nobody is signed in from elsewhere. */
function demandOwnPage(req: PayloadRequest): void {
  const origin = req.headers.get('origin');
  const { serverUrl } = serviceOf(req.payload).env;
  if (origin !== null && !ownOrigins(serverUrl).includes(origin))
    throw new Refusal('forbidden', `This form is taken from ${serverUrl} alone.`);
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Bytes of the body are never read: the answer is the same for everyone. */
function closed(message: string): Endpoint['handler'] {
  return () => Response.json({ errors: [{ message }] }, { status: 403 });
}

export const accountEndpoints: Endpoint[] = [
  {
    path: '/login',
    method: 'post',
    handler: (req) =>
      answer(
        req,
        (data) => {
          const { env, secret } = serviceOf(req.payload);
          const address = addressOf(req.headers, peerOf(secret, req.headers), env.trustProxy);
          return signIn(req.payload, { email: text(data.email), password: text(data.password) }, address);
        },
        'Signed in.',
      ),
  },
  {
    path: '/first-register',
    method: 'post',
    handler: (req) =>
      answer(
        req,
        (data) => {
          const email = text(data.email).trim().toLowerCase();
          const name = text(data.name).trim();
          if (!/^[^\s@]+@[^\s@]+$/.test(email) || name === '')
            throw new Refusal('invalid_request', 'A name and an e-mail address are needed.');
          const peer = peerOf(serviceOf(req.payload).secret, req.headers);
          return signUpFirst(
            req.payload,
            { name, email, password: text(data.password) },
            text(data.token) || undefined,
            { headers: req.headers, peer },
          );
        },
        'Welcome.',
      ),
  },
  {
    path: '/forgot-password',
    method: 'post',
    handler: closed('Ask whoever runs this server to reset your password.'),
  },
  {
    path: '/reset-password',
    method: 'post',
    handler: closed('Ask whoever runs this server to reset your password.'),
  },
  { path: '/unlock', method: 'post', handler: closed('Accounts are not locked here.') },
];
