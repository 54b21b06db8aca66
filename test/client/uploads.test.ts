// The client's uploads: in pieces, through interruptions, without sending twice what has arrived.
import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, MarqueError, type UploadTicket } from '../../src/client/index.ts';
import { openNetwork, type Network } from '../integrators/network.ts';
import { makeFolder } from '../setup/children.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

const { marque, writer, reader } = await startWithWorkspace();
const folder = await makeFolder();
let network: Network;
beforeAll(async () => {
  network = await openNetwork();
  network.leadTo(Number(new URL(marque.url).port));
});
afterAll(async () => {
  await network?.close();
  await folder.remove();
  await marque.close();
});

/** The pieces that were sent: where each began. */
const pieces: string[] = [];
const noted = (request: Request): Promise<Response> => {
  if (request.method === 'PATCH') pieces.push(request.headers.get('upload-offset') ?? '');
  return fetch(request);
};
const clientOf = (send: (request: Request) => Promise<Response> = noted, key = writer.key) => {
  pieces.length = 0;
  return createClient({ url: `http://127.0.0.1:${network.port}`, key, fetch: send });
};
const chunkBytes = 100_000;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('an upload', () => {
  it('sends a file in pieces, says how far it is, and creates the asset with its metadata', async () => {
    const bytes = randomBytes(250_000);
    const file = path.join(folder.path, 'film.bin');
    await writeFile(file, bytes);
    const seen: number[] = [];

    const { data, deduped } = await clientOf().upload(await openAsBlob(file), {
      filename: 'film.bin',
      meta: { tags: ['harbor'] },
      chunkBytes,
      onProgress: ({ bytes: sent, total }) => {
        expect(total).toBe(250_000);
        seen.push(sent);
      },
    });

    expect(deduped).toBe(false);
    expect(data).toMatchObject({ filename: 'film.bin', size: 250_000, tags: ['harbor'] });
    expect(seen).toEqual([0, 100_000, 200_000, 250_000]);
    expect(pieces).toEqual(['0', '100000', '200000']);
    const reply = await marque.call('GET', `/api/v1/assets/${data.id}/content`, { as: writer });
    expect(sha256(reply.bytes)).toBe(sha256(bytes));
  });

  it('goes on where the network was lost', async () => {
    const bytes = randomBytes(450_000);
    let calls = 0;
    const client = clientOf((request) => {
      // Lost for the third piece; back once the client has noticed, and asks how far it is.
      if (request.method === 'PATCH' && (calls += 1) === 3) network.lose();
      else network.mend();
      return noted(request);
    });

    const { data } = await client.upload(bytes, { filename: 'lost.bin', chunkBytes });

    expect(data.size).toBe(450_000);
    expect(pieces).toEqual(['0', '100000', '200000', '200000', '300000', '400000']);
  });

  it('goes on in another process, with the ticket that was kept', async () => {
    const bytes = randomBytes(350_000);
    const controller = new AbortController();
    let ticket: UploadTicket | undefined;
    const first = clientOf().upload(bytes, {
      filename: 'kept.bin',
      chunkBytes,
      signal: controller.signal,
      onTicket: (one) => (ticket = one),
      onProgress: ({ bytes: sent }) => {
        if (sent === 200_000) controller.abort(new Error('Switched off.'));
      },
    });
    await expect(first).rejects.toThrow('Switched off.');

    const { data } = await clientOf().upload(bytes, { filename: 'kept.bin', chunkBytes, resume: ticket });

    expect(data.size).toBe(350_000);
    expect(pieces).toEqual(['200000', '300000']);
  });

  it('begins again if the ticket that was kept is used up', async () => {
    const bytes = randomBytes(1_000);
    let ticket: UploadTicket | undefined;
    const client = clientOf();
    const first = await client.upload(bytes, { filename: 'twice.bin', onTicket: (one) => (ticket = one) });

    const second = await client.upload(bytes, { filename: 'twice.bin', resume: ticket });

    expect([second.deduped, second.data.id]).toEqual([true, first.data.id]);
  });

  it('throws what the server refuses, and leaves nothing half-done', async () => {
    const refused = clientOf(noted, reader.key).upload(randomBytes(10), { filename: 'no.bin' });
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(refused).rejects.toBeInstanceOf(MarqueError);
    expect(pieces).toEqual([]);
  });
});
