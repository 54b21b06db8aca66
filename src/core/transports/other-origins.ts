// What pages of other origins are told about an address that is open to them (CORS, in the Fetch standard). No response allows
// credentials, so a browser sends no cookie, and what a page may read is what anyone may who has the same key.
import { Answer } from '../operation.ts';

/** Headers beyond the few that every page may read. */
const exposed = ['WWW-Authenticate', 'Mcp-Session-Id', 'Mcp-Protocol-Version', 'Retry-After'].join(', ');

const anyOrigin = { 'access-control-allow-origin': '*' };

/** The same answer, readable by pages of any origin. */
export function readableByPages({ status, body, headers }: Answer): Answer {
  return new Answer(status, body, { ...headers, ...anyOrigin, 'access-control-expose-headers': exposed });
}

/** Answers the request that a browser sends before a page's own. @param methods what the address takes */
export function answerPreflight(methods: Iterable<string>): Answer {
  return new Answer(
    204,
    { kind: 'none' },
    {
      ...anyOrigin,
      'access-control-allow-methods': [...methods].join(', '),
      // The wildcard leaves out Authorization. Clients of MCP send headers of their own, named after tools and arguments.
      'access-control-allow-headers': '*, Authorization',
      'access-control-max-age': '7200',
    },
  );
}
