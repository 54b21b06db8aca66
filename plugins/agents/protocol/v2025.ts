// MCP 2025-11-25 and the older versions that the SDK negotiates: one server for each request, stateless, with JSON responses.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import type { Speaker } from './speaker.ts';

/** The versions of this generation, newest first. */
export const versions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** @param body the request's, parsed */
export const speak2025: Speaker = async ({ info, instructions, answer }, request, body) => {
  const server = new Server(info, {
    // Logging: setting a level is accepted, but nothing is sent, since no stream is ever open.
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
    instructions,
  });
  server.fallbackRequestHandler = answer;
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody: body });
    return { status: response.status, body: await response.text() };
  } finally {
    await server.close();
  }
};
