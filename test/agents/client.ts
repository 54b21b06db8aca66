// An agent: the SDK's own client on a real connection, with its answers parsed.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export interface Agent {
  client: Client;
  /** Calls a tool. @returns its data. @throws Error with the tool's error */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  done: (tool: string, args?: Record<string, unknown>) => Promise<any>;
  /** Calls a tool that must fail. */
  refused: (
    tool: string,
    args?: Record<string, unknown>,
  ) => Promise<{ code: string; message: string; detail?: unknown }>;
  call: (tool: string, args?: Record<string, unknown>) => Promise<CallToolResult>;
  close: () => Promise<void>;
}

export function textOf(result: CallToolResult): string {
  const [first] = result.content;
  return first?.type === 'text' ? first.text : '';
}

/** The data in a result's text, without its frame. */
export function dataOf(result: CallToolResult): unknown {
  const inner = /<data>\n([\s\S]*)\n<\/data>$/.exec(textOf(result))?.[1];
  if (inner === undefined) throw new Error(`No frame: ${textOf(result)}`);
  return JSON.parse(inner);
}

export async function connect(url: string, key: string): Promise<Agent> {
  const client = new Client({ name: 'test agent', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/api/v1/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  return agentOf(client);
}

/** An agent on a connected client. */
export async function agentOf(client: Client): Promise<Agent> {
  // The client validates results against the output schemas of the tools it has listed.
  await client.listTools();
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  return { client, ...waysToCall(call), close: () => client.close() };
}

/** A call, and what tests expect of one. */
export const waysToCall = (call: Agent['call']): Pick<Agent, 'call' | 'done' | 'refused'> => ({
  call,
  done: async (tool, args) => {
    const result = await call(tool, args);
    if (result.isError) throw new Error(`${tool}: ${JSON.stringify(dataOf(result))}`);
    return result.structuredContent ?? dataOf(result);
  },
  refused: async (tool, args) => {
    const result = await call(tool, args);
    if (!result.isError) throw new Error(`${tool} was not refused.`);
    return (dataOf(result) as { error: { code: string; message: string } }).error;
  },
});
