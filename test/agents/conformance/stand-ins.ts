// The suite calls tools, resources and prompts that are made for it. Where Marque has something of its own that does the same, the call
// goes there: what is checked is what Marque answers.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const photograph = path.resolve(import.meta.dirname, '../../../fixtures/rocket.jpg');

/** Pieces that a slow file comes in, and the time between them: long enough that each is told of. */
const pieces = 5;
const pieceMs = 150;

/** A server of somebody else's with a file that takes a while. */
export async function serveSlowly(): Promise<{ url: string; close: () => void }> {
  const bytes = await readFile(photograph);
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length });
    void (async () => {
      const size = Math.ceil(bytes.length / pieces);
      for (let at = 0; at < bytes.length; at += size) {
        response.write(bytes.subarray(at, at + size));
        await pause(pieceMs);
      }
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/rocket.jpg`, close: () => void server.close() };
}

interface Furnished {
  asset: string;
  brand: string;
}

async function sent(server: string, key: string, method: string, at: string, body?: BodyInit) {
  const response = await fetch(`${server}/api/v1${at}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  if (!response.ok) throw new Error(`${method} ${at} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: unknown }).data;
}

/** What the stand-ins need: a picture, and a page whose address has the number that the suite asks for. */
export async function furnish(server: string, key: string): Promise<Furnished> {
  const form = new FormData();
  form.set('meta', JSON.stringify({ status: 'active', title: 'Rocket' }));
  const file = new Uint8Array(await readFile(photograph));
  form.set('file', new File([file], 'rocket.jpg', { type: 'image/jpeg' }));
  const asset = (await sent(server, key, 'POST', '/assets', form)) as { id: string };
  const [brand] = (await sent(server, key, 'GET', '/brands')) as { slug: string }[];
  if (!brand) throw new Error('The workspace has no brand.');
  const page = JSON.stringify({ title: 'Page 123', sections: [] });
  await sent(server, key, 'PUT', `/brands/${brand.slug}/pages/123`, page);
  return { asset: asset.id, brand: brand.slug };
}

interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
  /** The suite doesn't ask for progress there. */
  progressToken?: string;
}

interface Message {
  method?: string;
  params?: { name?: string; uri?: string; _meta?: object } & Record<string, unknown>;
}

/** Turns what the suite asks for into what Marque has. */
export function standIns({ asset, brand }: Furnished, slowFile: string): (message: unknown) => unknown {
  const importing = { name: 'ingest_asset', arguments: { url: slowFile } };
  const tools: Readonly<Record<string, ToolCall>> = {
    test_simple_text: { name: 'whoami', arguments: {} },
    test_image_content: { name: 'view_assets', arguments: { assets: [asset] } },
    test_error_handling: { name: 'describe_asset', arguments: { asset: 'none' } },
    test_tool_with_progress: importing,
    // Its response is a stream, of which is looked at what it has beside the result.
    test_streaming_elicitation: { ...importing, progressToken: 'stand-in' },
    test_logging_tool: { name: 'whoami', arguments: {} },
  };
  const resources: Readonly<Record<string, string>> = {
    'test://static-text': `marque://brands/${brand}/rules`,
    'test://template/123/data': `marque://brands/${brand}/pages/123`,
  };
  const prompts: Readonly<Record<string, string>> = { test_simple_prompt: 'review_queue' };
  return (message) => {
    const { method, params } = message as Message;
    const { name = '', uri = '' } = params ?? {};
    const tool = method === 'tools/call' ? tools[name] : undefined;
    if (tool) {
      const { progressToken, ...call } = tool;
      const meta = progressToken === undefined ? {} : { _meta: { ...params?._meta, progressToken } };
      return { ...(message as Message), params: { ...params, ...call, ...meta } };
    }
    if (method === 'resources/read' && resources[uri] !== undefined)
      return { ...(message as Message), params: { ...params, uri: resources[uri] } };
    if (method === 'prompts/get' && prompts[name] !== undefined)
      return { ...(message as Message), params: { ...params, name: prompts[name] } };
    return message;
  };
}
