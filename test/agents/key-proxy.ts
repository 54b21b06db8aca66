// For programs that test MCP servers and can't be given a key: forwards every request with one.
// Run by hand: npx tsx test/agents/key-proxy.ts http://localhost:3000 mq_…
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a message is called after in its header `Mcp-Name`. */
const nameIn = (message: unknown): string | undefined => {
  const { name, uri } = (message as { params?: { name?: string; uri?: string } } | null)?.params ?? {};
  return name ?? uri;
};

/** A body with its message translated, and the headers that follow from it. */
async function translated(
  request: http.IncomingMessage,
  translate: (message: unknown) => unknown,
): Promise<{ body: string; headers: http.OutgoingHttpHeaders }> {
  const sent = await text(request);
  let message: unknown;
  try {
    message = JSON.parse(sent);
  } catch {
    return { body: sent, headers: {} };
  }
  const changed = translate(message);
  if (changed === message) return { body: sent, headers: {} };
  const body = JSON.stringify(changed);
  // One that says something else is left to the server to refuse.
  const isNamed = request.headers['mcp-name'] === nameIn(message);
  return {
    body,
    headers: {
      'content-length': Buffer.byteLength(body),
      ...(isNamed ? { 'mcp-name': nameIn(changed) } : {}),
    },
  };
}

/**
 * Serves on this machine.
 * @param target the server's origin
 * @param port any free one unless told
 * @param translate changes messages on their way
 */
export async function serveWithKey(
  target: string,
  key: string,
  { port = 0, translate }: { port?: number; translate?: (message: unknown) => unknown } = {},
): Promise<{ url: string; close: () => void }> {
  const server = new URL(target);
  let own = '';
  const proxy = http.createServer((request, response) => {
    // The proxy's own host is replaced by the server's; any other Host is forwarded as is, for the server to reject.
    const isOwn = request.headers.host === own;
    const headers = {
      ...request.headers,
      authorization: `Bearer ${key}`,
      ...(isOwn ? { host: server.host } : {}),
    };
    const origin = request.headers.origin === `http://${own}` ? { origin: server.origin } : {};
    const { method, url } = request;
    const open = (more: http.OutgoingHttpHeaders = {}): http.ClientRequest => {
      const onward = http.request(
        {
          host: server.hostname,
          port: server.port,
          method,
          path: url,
          headers: { ...headers, ...origin, ...more },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on('error', () => response.destroy());
      // Whoever closes the response of a call means to close it here, too.
      response.on('close', () => onward.destroy());
      return onward;
    };
    if (!translate || method !== 'POST') request.pipe(open());
    else
      translated(request, translate).then(
        ({ body, headers: more }) => open(more).end(body),
        () => response.destroy(),
      );
  });
  await once(proxy.listen(port, '127.0.0.1'), 'listening');
  own = `localhost:${(proxy.address() as AddressInfo).port}`;
  return { url: `http://${own}`, close: () => void proxy.close() };
}

if (process.argv[1] === import.meta.filename) {
  const [target = '', key = ''] = process.argv.slice(2);
  const { url } = await serveWithKey(target, key, { port: 3999 });
  console.log(`${url}/api/v1/mcp answers with the key.`);
}
