// Messages of both generations of the protocol, sent by hand: what SDKs hide can be looked at.
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
    body: {
      jsonrpc: '2.0',
      id: 7,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': modern,
          'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': { extensions },
        },
      },
    },
    headers: {
      accept,
      'mcp-protocol-version': modern,
      'mcp-method': method,
      ...(typeof named === 'string' ? { 'mcp-name': named } : {}),
    },
  });
}
