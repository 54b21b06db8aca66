// MCP 2025-11-25 and the older versions that the SDK negotiates: one server for each request, stateless. Responses are JSON, unless the
// client asked to be told of progress.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { eventsOf, isEventStream, type Speaker } from './speaker.ts';

/** The versions of this generation, newest first. */
export const versions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/** @param body the request's, parsed */
export const speak2025: Speaker = async ({ info, instructions, answer, reports }, request, body) => {
  const server = new Server(info, {
    capabilities: {
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
      // Setting a level is accepted, and nothing is logged to clients.
      logging: {},
      // Without a list: whoever started a task knows its id.
      tasks: { cancel: {}, requests: { tools: { call: {} } } },
    },
    instructions,
  });
  server.fallbackRequestHandler = (asked, extra) =>
    answer(asked, {
      older: true,
      takesTasks: false,
      notify: (notification) => extra.sendNotification(notification),
    });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !reports });
  await server.connect(transport);
  const close = (): Promise<void> => server.close();
  let streams = false;
  try {
    const response = await transport.handleRequest(request, { parsedBody: body });
    streams = isEventStream(response);
    return {
      status: response.status,
      body: streams ? eventsOf(response, close) : await response.text(),
    };
  } finally {
    if (!streams) await close();
  }
};
