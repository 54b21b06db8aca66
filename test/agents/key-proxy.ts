// For programs that test MCP servers and can't be given a key: forwards every request with one.
// Run by hand: npx tsx test/agents/key-proxy.ts http://localhost:3000 mq_…
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves on this machine.
 * @param target the server's origin
 * @param port any free one unless told
 */
export async function serveWithKey(
  target: string,
  key: string,
  port = 0,
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
    const onward = http.request(
      { host: server.hostname, port: server.port, method, path: url, headers: { ...headers, ...origin } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await once(proxy.listen(port, '127.0.0.1'), 'listening');
  own = `localhost:${(proxy.address() as AddressInfo).port}`;
  return { url: `http://${own}`, close: () => void proxy.close() };
}

if (process.argv[1] === import.meta.filename) {
  const [target = '', key = ''] = process.argv.slice(2);
  const { url } = await serveWithKey(target, key, 3999);
  console.log(`${url}/api/v1/mcp answers with the key.`);
}
