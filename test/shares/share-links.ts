// Share links in tests: creating one, and what its visitors send.
import { callsAs } from '../setup/callers.ts';
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
  const data: { id: string; url: string } = await callsAs(marque, as).create('/shares', about);
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
