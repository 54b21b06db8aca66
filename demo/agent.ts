// The demo's agent: the MCP SDK's own client at /api/v1/mcp, with nothing but a key. Prints one line for each
// tool call.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { printLine } from './tell.ts';

export interface Use {
  /** The error code the call must fail with; omitted: it must succeed. */
  refused?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what came is looked into, and every step says what it expects
  says: (answer: any) => string;
  /** Further checks on the result. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the same
  holds?: (answer: any) => boolean;
}

export interface Agent {
  name: string;
  /** Calls a tool. @returns its data, or the error code it fails with */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the same
  use(tool: string, args: Record<string, unknown>, options: Use): Promise<any>;
  close(): Promise<void>;
}

interface Result {
  isError?: boolean;
  content: { text: string }[];
}

/** Results are framed, since they include names and texts that others wrote. */
function dataOf({ content }: Result): unknown {
  const framed = /<data>\n([\s\S]*)\n<\/data>$/.exec(content[0]?.text ?? '')?.[1];
  return JSON.parse(framed ?? '{}');
}

function apiErrorOf(result: Result): { code: string; message: string } {
  const { error } = dataOf(result) as { error?: { code: string; message: string } };
  return error ?? { code: 'unknown', message: 'It was refused without a word.' };
}

/** The arguments in a few words, without ids: those are in the result. */
function inShort(args: Record<string, unknown>): string {
  const shown = Object.entries(args)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name} ${String(value).replace(/(?<=^[0-9a-f]{8})-[0-9a-f-]{27}$/, '…')}`)
    .join(', ');
  return shown.length > 32 ? `${shown.slice(0, 31)}…` : shown;
}

/** Connects an agent: it lists the tools and validates results against their schemas. */
export async function connectAgent(server: string, name: string, key: string): Promise<Agent> {
  const client = new Client({ name, version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/v1/mcp', server), { requestInit: { headers } }),
  );
  const { tools } = await client.listTools();
  printLine({
    who: name,
    how: 'mcp',
    what: 'tools/list',
    came: 'ok',
    good: true,
    says: `${tools.length} tools`,
  });
  return {
    name,
    async use(tool, args, { refused, says, holds = () => true }) {
      const result = (await client.callTool({ name: tool, arguments: args })) as Result;
      const error = result.isError ? apiErrorOf(result) : undefined;
      const answer = error ?? dataOf(result);
      const good = error?.code === refused && holds(answer);
      printLine({
        who: name,
        how: 'tool',
        what: `${tool} ${inShort(args)}`.trim(),
        came: error ? 'no' : 'ok',
        good,
        says: good ? says(answer) : 'this is not what should have come back',
      });
      if (!good)
        throw new Error(
          `${tool} should ${refused ? `be refused: ${refused}` : 'succeed'}. It answered ${JSON.stringify(answer, null, 2)}.`,
        );
      return answer;
    },
    close: () => client.close(),
  };
}
