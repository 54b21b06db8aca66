// Share links in tests: creating one, and what its visitors send.
import { expect } from '@jest/globals';
import type { Caller, Reply, TestService } from '../setup/service.ts';

export interface ShareLink {
  id: string;
  url: string;
  token: string;
  [property: string]: unknown;
}

export async function makeShareLink(
  marque: TestService,
  as: Caller,
  about: Record<string, unknown>,
): Promise<ShareLink> {
  const made = await marque.call('POST', '/api/v1/shares', { as, body: about });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const data = made.body.data as Omit<ShareLink, 'token'> & { id: string; url: string };
  return { ...data, token: data.url.slice(data.url.lastIndexOf('/') + 1) };
}

export const openShareLink = (
  marque: TestService,
  token: string,
  headers: Record<string, string> = {},
): Promise<Reply> => marque.call('GET', `/api/v1/shared/${token}`, { headers });

/** Sends a file to an upload link. */
export function sendToShareLink(
  marque: TestService,
  token: string,
  bytes: Buffer,
  filename = 'sent.png',
  headers: Record<string, string> = {},
): Promise<Reply> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), filename);
  return marque.call('POST', `/api/v1/shared/${token}`, { body, headers });
}
