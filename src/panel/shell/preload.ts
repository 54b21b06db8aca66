// Reads for a view on the server, through the same operations as the browser, without a request over the network. What can't be read
// here, such as for somebody who isn't signed in, the browser asks for itself, and shows why.
import { headers as requestHeaders } from 'next/headers.js';
import { createLocalReq, type Endpoint, type Payload } from 'payload';
import type { Preloads } from '../client/Preloaded.tsx';

/** Headers of a page's request that mean something else for a call. */
const ofPage = ['if-match', 'if-none-match', 'range', 'content-length', 'content-type'];

const isOurs = ({ path, method }: Endpoint): boolean => method === 'get' && path === '/v1/:path*';

async function read(payload: Payload, url: string, headers: Headers): Promise<unknown> {
  const endpoint = (payload.config.endpoints ?? []).find(isOurs);
  if (!endpoint) return undefined;
  const path = url.replace(/^\/api/, payload.config.routes.api);
  const call = { headers, method: 'GET', url: new URL(path, 'http://localhost').href };
  const response = await endpoint.handler(await createLocalReq({ req: call }, payload));
  return response.ok ? response.json() : undefined;
}

/** Addresses of operations that the answers to others lead to. */
export type NextReads = (answers: Preloads['answers']) => readonly string[];

const noMore: NextReads = () => [];

/**
 * @param urls addresses of operations, as the client calls them
 * @param next read once these are answered
 */
export async function preload(
  payload: Payload,
  urls: readonly string[],
  next: NextReads = noMore,
): Promise<Preloads> {
  const headers = new Headers(await requestHeaders());
  for (const name of ofPage) headers.delete(name);
  headers.set('accept', 'application/json');
  const readAll = async (some: readonly string[]): Promise<Preloads['answers']> => {
    const reading = some.map(async (url) => [url, await read(payload, url, headers)] as const);
    const answers = (await Promise.all(reading)).filter(([, answer]) => answer !== undefined);
    return Object.fromEntries(answers);
  };
  const first = await readAll(urls);
  return { id: crypto.randomUUID(), answers: { ...first, ...(await readAll(next(first))) } };
}
