// The floor for a request: a bare Node server that runs the same prepared statement for each request and
// sends the row as JSON, or the file it names. It takes the statements and file names from src/, so both
// sides run the same queries.
// Usage: tsx bench/bare-server.ts; the parent sends `BareOptions` and gets the port.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { hashSecret } from '../src/core/access/keys/keys.ts';
import { workspacesQuery } from '../src/core/access/queries.ts';
import { assetKind } from '../src/assets/grantable.ts';
import { registerTargets, targetOfKind } from '../src/core/access/targets.ts';
import { noChoice, authorize, type Credential } from '../src/core/access/authorize.ts';
import { deliveryQuery } from '../src/assets/delivery/delivery-rows.ts';
import { descriptionQuery } from '../src/assets/queries.ts';
import { withTableNames } from '../src/core/collection-names.ts';
import type { Statement } from '../src/core/db/pool.ts';
import type { Query, Target } from '../src/core/operation.ts';
import { DiskStorage } from '../src/core/storage/disk.ts';

export interface BareOptions {
  databaseUrl: string;
  dataDir: string;
  /** The caller whose access the JSON answers check. */
  key: string;
  /** Files below `/files/{name}/{asset id}`: the storage key of the file to send once the statement has run. */
  files: Record<string, string>;
}

interface BareQuery extends Statement {
  values: unknown[];
}

/** The statement that the service would run, captured without a database. */
async function statementOf(
  credential: Credential,
  resource: Target | 'workspace',
  row: Query,
): Promise<BareQuery> {
  let query: BareQuery | undefined;
  const nowhere = {
    query: async (what: Statement | string, values: readonly unknown[] = []) => {
      if (typeof what !== 'string') query = { ...what, text: withTableNames(what.text), values: [...values] };
      return [];
    },
  };
  await authorize(nowhere, credential, resource, noChoice, row);
  if (!query) throw new Error('The service runs no statement for this.');
  return query;
}

registerTargets({ asset: targetOfKind(assetKind) });

const anyId = '00000000-0000-4000-8000-000000000000';

async function start({ databaseUrl, dataDir, key, files }: BareOptions): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const keyed: Credential = { kind: 'key', hash: hashSecret(key) };
  const description = await statementOf(keyed, { asset: anyId }, descriptionQuery);
  const workspaces = await statementOf(keyed, 'workspace', workspacesQuery);
  const delivery = await statementOf({ kind: 'nobody' }, { asset: anyId }, deliveryQuery);
  const storage = new DiskStorage(dataDir);
  const known = new Map(
    await Promise.all(
      Object.entries(files).map(async ([name, fileKey]) => {
        const file = storage.localPath(fileKey) ?? '';
        return [name, { file, size: (await stat(file)).size }] as const;
      }),
    ),
  );

  const askFor = async ({ name, text, values }: BareQuery, id: string): Promise<unknown> => {
    const result = await pool.query<object>({
      name,
      text,
      values: values.map((value) => (value === anyId ? id : value)),
    });
    return result.rows[0];
  };
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const [, noun = '', second = '', third = ''] = (request.url ?? '').split('/');
    if (noun === 'files') {
      await askFor(delivery, third);
      const { file, size } = known.get(second) ?? { file: '', size: 0 };
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
      createReadStream(file).pipe(response);
      return;
    }
    const row = noun === 'descriptions' ? await askFor(description, second) : await askFor(workspaces, '');
    const body = Buffer.from(JSON.stringify(row));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.byteLength });
    response.end(body);
  };
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

process.once('message', (options: BareOptions) => {
  void start(options).then((port) => process.send?.({ port }));
});
process.once('disconnect', () => process.exit(0));
