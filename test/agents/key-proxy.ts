// For programs that test MCP servers and can't be given a key (docs/agents/README.md): forwards every request with
// one. Run by hand: npx tsx test/agents/key-proxy.ts http://localhost:3000 mq_…
import http from 'node:http';

const [target = '', key = '', port = '3999'] = process.argv.slice(2);
const server = new URL(target);

http
  .createServer((request, response) => {
    // The proxy's own host is replaced by the server's; any other Host is forwarded as is, for the server to
    // reject.
    const isOwn = request.headers.host === `localhost:${port}`;
    const headers = {
      ...request.headers,
      authorization: `Bearer ${key}`,
      ...(isOwn ? { host: server.host } : {}),
    };
    const origin = request.headers.origin === `http://localhost:${port}` ? { origin: server.origin } : {};
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
  })
  .listen(Number(port), '127.0.0.1', () => {
    console.log(`http://localhost:${port}/api/v1/mcp answers with the key.`);
  });
