// Progress on the way to a result, in both generations of the protocol.
import { afterAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { notifying } from '../../plugins/agents/tasks/call-long.ts';
import { makePicture } from '../assets/library.ts';
import { until } from '../setup/children.ts';
import { startWithWorkspace } from '../setup/workspace.ts';
import { makeSite } from '../sites/site-calls.ts';
import { site } from '../sites/zips.ts';
import { connect, dataOf } from './client.ts';
import { serveHeldFiles, type HeldFile } from './held-files.ts';
import { askNewer, askOlder, modern } from './raw-calls.ts';

const { marque, writer } = await startWithWorkspace({ FETCH_ALLOW: '127.0.0.1' });
const files = await serveHeldFiles();

afterAll(async () => {
  files.close();
  await marque.close();
});

const holdPicture = async (): Promise<HeldFile> => files.hold(await makePicture(), 'image/png');
const importing = (url: string) => ({ name: 'ingest_asset', arguments: { url } });
const dataIn = (result: unknown) => dataOf(CallToolResultSchema.parse(result)) as { data: { id: string } };

describe('progress', () => {
  /** The percentages that a call tells of, as its client hears them. */
  const heard: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
  const expectProgress = (): void => {
    expect(heard.length).toBeGreaterThanOrEqual(1);
    expect(heard.every(({ total, message }) => total === 100 && message !== undefined)).toBe(true);
    const values = heard.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((one, other) => one - other));
    heard.length = 0;
  };

  it('is told to clients of 2025-11-25 that ask for it', async () => {
    const agent = await connect(marque.url, writer.key);
    const file = await holdPicture();
    const answering = agent.client.callTool(importing(file.url), CallToolResultSchema, {
      onprogress: (progress) => void heard.push(progress),
    });
    await until(() => Promise.resolve(heard.length > 0));
    file.release();
    expect(dataIn(await answering).data.id).toMatch(/^[0-9a-f-]{36}$/);
    expectProgress();
    await agent.close();
  });

  it('is told to clients of 2026-07-28 that ask for it', async () => {
    const client = new Client(
      { name: 'test agent', version: '1' },
      { versionNegotiation: { mode: { pin: modern } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/api/v1/mcp', marque.url), {
        requestInit: { headers: { authorization: `Bearer ${writer.key}` } },
      }),
    );
    const home = await makeSite(marque, writer, { name: 'Told', slug: 'told' });
    const file = files.hold(site(), 'application/zip');
    const answering = client.callTool(
      { name: 'deploy_site', arguments: { site: home.id, url: file.url } },
      { onprogress: (progress) => void heard.push(progress) },
    );
    await until(() => Promise.resolve(heard.length > 0));
    file.release();
    expect(dataIn(await answering)).toMatchObject({ url: expect.stringContaining('told.') });
    expectProgress();
    await client.close();
  });

  it('is told to the end, however quickly that comes', () => {
    const told: unknown[] = [];
    const report = notifying('token', ({ params }) => Promise.resolve(void told.push(params.progress)));
    for (const part of [0.5, 0.7, 1, 1]) report({ part, message: 'Working.' });
    expect(told).toEqual([50, 100]);
  });

  it('is not told to those that don’t: they get JSON', async () => {
    const file = await holdPicture();
    file.release();
    for (const ask of [askOlder, askNewer]) {
      const { headers } = await ask(marque, writer, 'tools/call', importing(file.url));
      expect(headers.get('content-type')).toBe('application/json');
    }
    const token = { _meta: { progressToken: 'x' } };
    const quick = await askOlder(marque, writer, 'tools/call', {
      name: 'whoami',
      arguments: {},
      ...token,
    });
    expect(quick.headers.get('content-type')).toBe('application/json');
  });
});
