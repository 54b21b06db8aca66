// The agent of the demo: the MCP SDK's own client at /api/v1/mcp, with a key and nothing else. Each tool it uses is told on a line.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { tell } from './tell.ts';

export interface Use {
  /** The code it must be refused with; left out: it must succeed. */
  refused?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what came is looked into, and every step says what it expects
  says: (answer: any) => string;
  /** What else must hold. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the same
  holds?: (answer: any) => boolean;
}

export interface Agent {
  name: string;
  /** Uses a tool. @returns its structured content, or the error it refuses with. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the same
  use(tool: string, args: Record<string, unknown>, options: Use): Promise<any>;
  close(): Promise<void>;
}

interface Result {
  isError?: boolean;
  content: { text: string }[];
  structuredContent?: unknown;
}

/** A refusal's own words stand in a frame, since names and texts of others may be among them. */
function apiErrorOf({ content }: Result): { code: string; message: string } {
  const framed = /<data>\n([\s\S]*)\n<\/data>$/.exec(content[0]?.text ?? '')?.[1];
  const { error } = JSON.parse(framed ?? '{}') as { error?: { code: string; message: string } };
  return error ?? { code: 'unknown', message: 'It was refused without a word.' };
}

/** Arguments in a few words: the ids that tell calls apart are in what comes back. */
function inShort(args: Record<string, unknown>): string {
  const shown = Object.entries(args)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name} ${String(value).replace(/(?<=^[0-9a-f]{8})-[0-9a-f-]{27}$/, '…')}`)
    .join(', ');
  return shown.length > 32 ? `${shown.slice(0, 31)}…` : shown;
}

/** Connects an agent: it learns the tools, and holds what comes back against their schemas. */
export async function connectAgent(server: string, name: string, key: string): Promise<Agent> {
  const client = new Client({ name, version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/api/v1/mcp', server), { requestInit: { headers } }),
  );
  const { tools } = await client.listTools();
  tell({ who: name, how: 'mcp', what: 'tools/list', came: 'ok', good: true, says: `${tools.length} tools` });
  return {
    name,
    async use(tool, args, { refused, says, holds = () => true }) {
      const result = (await client.callTool({ name: tool, arguments: args })) as Result;
      const error = result.isError ? apiErrorOf(result) : undefined;
      const answer = error ?? result.structuredContent;
      const good = error?.code === refused && holds(answer);
      tell({
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
