// Messages of both generations of the protocol, sent by hand: what SDKs hide can be looked at.
import { createParser } from 'eventsource-parser';
import type { Caller, Reply, TestService } from '../setup/service.ts';

const accept = 'application/json, text/event-stream';
export const modern = '2026-07-28';
export const tasksExtension = 'io.modelcontextprotocol/tasks';

type Params = Record<string, unknown>;

/** Sends a request of 2025-11-25. */
export const askOlder = (
  marque: TestService,
  as: Caller,
  method: string,
  params: Params = {},
): Promise<Reply> =>
  marque.call('POST', '/api/v1/mcp', {
    as,
    body: { jsonrpc: '2.0', id: 7, method, params },
    headers: { accept, 'mcp-protocol-version': '2025-11-25' },
  });

/** The parameters of a request of 2026-07-28. */
const newerParams = (params: Params, extensions: Record<string, object>): Params => ({
  ...params,
  _meta: {
    'io.modelcontextprotocol/protocolVersion': modern,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  },
});

/** Sends a request of 2026-07-28. @param extensions what the client declares */
export function askNewer(
  marque: TestService,
  as: Caller,
  method: string,
  params: Params = {},
  extensions: Record<string, object> = { [tasksExtension]: {} },
): Promise<Reply> {
  const named = params.name ?? params.uri ?? params.taskId;
  return marque.call('POST', '/api/v1/mcp', {
    as,
    body: { jsonrpc: '2.0', id: 7, method, params: newerParams(params, extensions) },
    headers: {
      accept,
      'mcp-protocol-version': modern,
      'mcp-method': method,
      ...(typeof named === 'string' ? { 'mcp-name': named } : {}),
    },
  });
}

export interface Heard {
  /** What has arrived, in order. */
  messages: { id?: unknown; method?: string; params?: Record<string, unknown>; result?: unknown }[];
  /** Resolves once the server has ended the stream. */
  ended: Promise<void>;
  close: () => void;
}

/** Opens a subscription of 2026-07-28. @param notifications what it asks for */
export async function listenNewer(
  marque: TestService,
  { key }: { key: string },
  notifications: Params,
): Promise<Heard> {
  const controller = new AbortController();
  const method = 'subscriptions/listen';
  const params = newerParams({ notifications }, { [tasksExtension]: {} });
  const response = await fetch(`${marque.url}/api/v1/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept,
      'mcp-protocol-version': modern,
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    signal: controller.signal,
  });
  const messages: Heard['messages'] = [];
  const parser = createParser({
    onEvent: ({ data }) => messages.push(JSON.parse(data) as Heard['messages'][number]),
  });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    const reader = response.body?.getReader();
    for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read())
      parser.feed(decoder.decode(chunk.value, { stream: true }));
  };
  const ended = read().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
  return { messages, ended, close: () => controller.abort() };
}
