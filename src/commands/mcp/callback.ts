// Where the browser comes back to after a sign-in: a port of this computer, open only as long as somebody is asked.
import { timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Why nobody is signed in, in a sentence for the person. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
}

export interface Callback {
  /** The redirect URI, with the port that the system gave. */
  url: string;
  /** @throws SignInFailed if the person declined, or nobody came back in time */
  answer: (state: string) => Promise<{ code: string; issuer: string | null }>;
  close: () => void;
}

/** As long as a server remembers what it asked. */
const waitMs = 10 * 60 * 1000;

const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body style="font: 1rem/1.5 system-ui; margin: 20vh auto; max-width: 30rem; text-align: center"><h1>${title}</h1><p>${text}</p></body></html>`;

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export async function listenForCallback(): Promise<Callback> {
  let expected: { state: string; take: (answer: URLSearchParams) => void } | null = null;
  const server = http.createServer((request, response) => {
    // Any page can send a browser here, with any path: `//` isn't part of a URL.
    const [address, base] = [request.url ?? '/', 'http://127.0.0.1'];
    const url = URL.canParse(address, base) ? new URL(address, base) : null;
    const send = (status: number, title: string, text: string): void => {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
      response.writeHead(status, { ...headers, connection: 'close' }).end(page(title, text));
    };
    if (request.method !== 'GET' || url?.pathname !== '/callback') return send(404, 'Not found', '');
    const { searchParams } = url;
    // Only an answer to our own question counts.
    if (!expected || !isSame(searchParams.get('state') ?? '', expected.state))
      return send(400, 'Not the expected sign-in', 'Start again from your MCP client.');
    if (searchParams.has('code'))
      send(200, 'Signed in', 'You can close this window and return to your MCP client.');
    else send(200, 'Not connected', 'You can close this window. Nothing was connected.');
    expected.take(searchParams);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    answer: (state) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new SignInFailed('Nobody signed in within 10 minutes. Try again.')),
          waitMs,
        );
        // The open port keeps the process alive as long as somebody is asked.
        timer.unref();
        const take = (answer: URLSearchParams): void => {
          clearTimeout(timer);
          expected = null;
          const code = answer.get('code');
          if (code !== null) resolve({ code, issuer: answer.get('iss') });
          else
            reject(
              new SignInFailed(
                answer.get('error') === 'access_denied'
                  ? 'The connection was declined in the browser. Try again to be asked again.'
                  : `The server refused to connect: ${answer.get('error_description') ?? answer.get('error') ?? 'without a reason'}.`,
              ),
            );
        };
        expected = { state, take };
      }),
    close: () => void server.close(),
  };
}
