// An agent's calls, one after the other: listing tools and calling them, in both generations of the protocol.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { freePort, startServer } from '../demo/start-server.ts';
import { findEmbedded } from '../src/lib/embedded-postgres/index.ts';
import { fillLibrary } from './library.ts';
import { callMs, median } from './measure.ts';
import { atMost, type Row, type SuiteOptions, type SuiteResult } from './suite.ts';

const mostMs = 2;

const modern = '2026-07-28';

/** A generation of the protocol: what it adds to a request. */
const generations = [
  { version: '2025-11-25', headersFor: () => ({}), meta: {} },
  {
    version: modern,
    headersFor: (method: string, params: { name?: string }) => ({
      'mcp-method': method,
      ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
    }),
    meta: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': modern,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
];

/** Runs the suite on its own service. */
export async function runMcp(options: SuiteOptions): Promise<SuiteResult> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marque-bench-'));
  const server = await startServer({ dataDir, port: await freePort(), env: { RATE_LIMIT: '1000000000' } });
  try {
    const library = await fillLibrary(server.url, (await findEmbedded(dataDir)) ?? '');
    const headers = {
      authorization: `Bearer ${library.key}`,
      accept: 'application/json, text/event-stream',
    };
    const id = library.records[0] ?? '';
    const asked: { name: string; method: string; params: object }[] = [
      { name: 'tools/list', method: 'tools/list', params: {} },
      {
        name: 'tools/call describe_asset',
        method: 'tools/call',
        params: { name: 'describe_asset', arguments: { id } },
      },
      {
        name: 'tools/call check_use',
        method: 'tools/call',
        params: { name: 'check_use', arguments: { asset: id, channel: 'web' } },
      },
      {
        name: 'tools/call brand_rules',
        method: 'tools/call',
        params: { name: 'brand_rules', arguments: {} },
      },
      { name: 'tools/call whoami', method: 'tools/call', params: { name: 'whoami', arguments: {} } },
    ];
    const rows: Row[] = [];
    for (const { version, headersFor, meta } of generations)
      for (const { name, method, params } of asked) {
        const sent = { ...headers, 'mcp-protocol-version': version, ...headersFor(method, params) };
        const times: number[] = [];
        for (let call = 0; call < 200 * options.rounds; call += 1) {
          const body = { jsonrpc: '2.0', id: call, method, params: { ...params, ...meta } };
          times.push(await callMs(`${server.url}/api/v1/mcp`, sent, body));
        }
        rows.push(atMost(`${version} ${name}, p50`, median(times), mostMs, 'ms'));
      }
    return { rows, postgres: library.postgres };
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
