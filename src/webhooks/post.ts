// One request to an endpoint: signed, to public addresses only, and bounded.
import { isApiError } from '../core/errors.ts';
import { fetchGuarded } from '../core/net/guarded-fetch.ts';
import type { Service } from '../core/service.ts';
import type { Attempt, DueDelivery } from './due.ts';
import { signedHeaders } from './secrets.ts';

const timeoutMs = 15_000;
const maxAnswerBytes = 4_096;

/** Why there is no response: never an address that a name resolved to, and never a cause. */
const wordsOfError = (error: unknown): string =>
  isApiError(error) ? error.message.replace(/^url: /, '') : 'The request failed.';

/** The beginning of a response: as text that PostgreSQL can store. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size >= maxAnswerBytes) break;
    }
  } catch {
    // The status has arrived, and counts.
  }
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8').replaceAll('\0', '�');
}

/** Sends an event. Redirects aren't followed: what the endpoint answers counts. */
export async function post(
  service: Service,
  due: Pick<DueDelivery, 'id' | 'url' | 'secrets'>,
  body: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const at = new Date();
  const began = performance.now();
  const signed = signedHeaders(service, due.secrets, { id: due.id, at, body });
  const headers = { 'content-type': 'application/json', ...signed };
  const base = { at, url: due.url, headers };
  const failed = (error: string): Attempt => ({
    ...base,
    durationMs: Math.round(performance.now() - began),
    status: null,
    error,
    answer: null,
  });
  if (!signed)
    return failed(
      'The secret can’t be read, because the server’s SECRET was changed. Create a new secret and enter it in your service.',
    );
  try {
    const response = await fetchGuarded(due.url, {
      method: 'POST',
      headers,
      body,
      allow: service.env.fetchAllow,
      maxBytes: Number.MAX_SAFE_INTEGER,
      timeoutMs,
      maxRedirects: 0,
      anyStatus: true,
      signal,
    });
    const answer = await beginningOf(response.body);
    const durationMs = Math.round(performance.now() - began);
    return { ...base, durationMs, status: response.status, error: null, answer };
  } catch (error) {
    return failed(wordsOfError(error));
  }
}

/** An attempt for which there was nothing to send. */
export const unprepared = ({ url }: Pick<DueDelivery, 'url'>): Attempt => ({
  at: new Date(),
  durationMs: 0,
  url,
  headers: {},
  status: null,
  error: "The resource couldn't be read.",
  answer: null,
});
