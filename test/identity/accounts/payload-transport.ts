// Payload's own routes as Next serves them: the panel's forms use them, and so can anyone.
import { handleEndpoints } from 'payload';
import { peerHeader, sealPeer } from '../../../src/core/access/address.ts';
import type { TestService } from '../../setup/service.ts';

export interface PayloadReply {
  status: number;
  headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies of every shape
  body: any;
}

export interface PayloadCall {
  /** A form, or an object sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The client address that our server passes on, sealed. */
  peer?: string;
}

/** Calls one of Payload's routes. */
export async function callPayload(
  marque: TestService,
  method: string,
  path: string,
  { body, headers: given, peer }: PayloadCall = {},
): Promise<PayloadReply> {
  const headers = new Headers({ host: new URL(marque.url).host, ...given });
  if (peer) headers.set(peerHeader, sealPeer(marque.service.secret, peer));
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json');
  const request = new Request(`${marque.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const response = await handleEndpoints({
    config: marque.payload.config,
    payloadInstanceCacheKey: marque.url,
    request,
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
  };
}
