// A Marque with a small upload limit, and the calls that file bytes. Each test file that imports this has its
// own.
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller, Reply } from '../../setup/service.ts';
import { defineFields, startWithWorkspace } from '../../setup/workspace.ts';

export const maxUploadBytes = 200_000;

/** Answers by path; unset paths are 404. */
export const answers = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();

const origin = http.createServer((request, response) => {
  const answer = answers.get(request.url ?? '/');
  if (answer) answer(request, response);
  else response.writeHead(404).end('nothing here');
});

await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));

const { port } = origin.address() as AddressInfo;
export const originUrl = `http://127.0.0.1:${port}`;

export const { marque, place, other, asEditor, writer, proposer, stranger } = await startWithWorkspace({
  MAX_UPLOAD_BYTES: String(maxUploadBytes),
  FETCH_ALLOW: `127.0.0.1:${port}`,
});

await defineFields(marque, asEditor, {
  key: 'season',
  label: 'Season',
  type: 'select',
  options: ['spring', 'autumn'],
});

export const file = (as: Caller, body: Record<string, unknown>): Promise<Reply> =>
  marque.call('POST', '/api/v1/assets', { as, body });

/** A request whose body this test sends piece by piece, and may abort. */
export function openRequest(
  method: string,
  url: string,
  headers: http.OutgoingHttpHeaders,
): { request: http.ClientRequest; answer: Promise<{ status: number; body: unknown }> } {
  const request = http.request(url, { method, headers, agent: false });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
    });
  });
  answer.catch(() => undefined);
  return { request, answer };
}

export async function stop(): Promise<void> {
  origin.closeAllConnections();
  origin.close();
  await marque.close();
}
