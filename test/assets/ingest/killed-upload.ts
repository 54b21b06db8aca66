// A process that is killed, or a storage that fails, in the last step of an upload in pieces: when every byte
// has arrived, but the pieces aren't joined yet. The file is still filed, once.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { kill, startScript, until, untilItSays } from '../../setup/children.ts';
import { startService, type Reply, type TestService } from '../../setup/service.ts';

interface Ticket {
  token: string;
  uploadUrl: string;
}

/** The same for every storage; each in its own file, since a process has one service. */
export function describeKilledUploads(
  where: string,
  environment: () => Promise<Record<string, string>>,
): void {
  describe(`an upload whose last step is interrupted, on ${where}`, () => {
    let marque: TestService;
    let agent: { key: string };
    let stranger: { key: string };

    beforeAll(async () => {
      marque = await startService(await environment());
      const place = await marque.makePlace();
      agent = await marque.makeKey(place, 'propose');
      stranger = await marque.makeKey(await marque.makePlace(), 'propose');
    });
    afterAll(async () => {
      await marque.close();
    });

    const ticketFor = async (size: number): Promise<Ticket> => {
      const reply = await marque.call('POST', '/api/v1/uploads', {
        as: agent,
        body: { filename: 'film.bin', mime: 'application/octet-stream', size },
      });
      return reply.body as Ticket;
    };
    const send = (url: string, offset: number, bytes: Uint8Array): Promise<Reply> =>
      marque.call('PATCH', url, {
        body: bytes,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
      });
    const file = (token: string, as = agent): Promise<Reply> =>
      marque.call('POST', '/api/v1/assets', { as, body: { token } });
    const offsetOf = async (url: string): Promise<number> =>
      Number((await marque.call('HEAD', url)).headers.get('upload-offset'));
    const contentOf = async (filed: Reply): Promise<Buffer> =>
      (await marque.call('GET', `/api/v1/assets/${filed.body.data.id}/content`, { as: agent })).bytes;
    const stagedKeys = async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of marque.service.storage.list('staged/')) keys.push(key);
      return keys;
    };

    /** Sends pieces to another process, which is killed after it has the last one, before it can answer. */
    async function sendAndKill(url: string, pieces: readonly Uint8Array[]): Promise<void> {
      const child = startScript('test/core/transports/another-process.ts');
      const port = /listens on (\d+)/.exec(await untilItSays(child, ';'))?.[1];
      const there = url.replace(marque.url, `http://127.0.0.1:${port}`);
      const gate = new pg.Client({ connectionString: process.env.DATABASE_URL });
      await gate.connect();
      try {
        let offset = 0;
        for (const piece of pieces.slice(0, -1)) {
          expect((await send(there, offset, piece)).status).toBe(204);
          offset += piece.length;
        }
        // Pieces can be added, tickets can't be changed.
        await gate.query('begin; lock table marque.upload_tickets in share mode');
        const last = send(there, offset, pieces.at(-1) ?? new Uint8Array()).catch(() => null);
        await until(async () => {
          const waiting = await marque.service.db.query(
            `select 1 from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and l.relation = 'marque.upload_tickets'::regclass and not l.granted`,
          );
          return waiting.length > 0;
        });
        await kill(child);
        await last;
      } finally {
        await gate.end();
      }
    }

    it('is filed if its process was killed before joining the pieces', async () => {
      const bytes = randomBytes(900_000);
      const { token, uploadUrl } = await ticketFor(bytes.length);
      await sendAndKill(uploadUrl, [bytes.subarray(0, 400_000), bytes.subarray(400_000)]);
      expect(await offsetOf(uploadUrl)).toBe(bytes.length);
      expect((await file(token, stranger)).status).toBe(410);
      const filed = await file(token);
      expect(filed.status).toBe(201);
      expect((await contentOf(filed)).equals(bytes)).toBe(true);
      expect((await file(token)).status).toBe(410);
    });

    it('that came in one piece is filed once, for everyone who files it at the same time', async () => {
      const bytes = randomBytes(300_000);
      const { token, uploadUrl } = await ticketFor(bytes.length);
      await sendAndKill(uploadUrl, [bytes]);
      const replies = await Promise.all([
        file(token),
        file(token),
        send(uploadUrl, bytes.length, Buffer.of()),
      ]);
      const made = replies.filter(({ status }) => status === 201);
      expect(made).toHaveLength(1);
      expect(replies.filter(({ status }) => ![201, 204, 409, 410].includes(status))).toEqual([]);
      expect((await contentOf(made[0] as Reply)).equals(bytes)).toBe(true);
    });

    it('is joined for a client that sends nothing more', async () => {
      const bytes = randomBytes(200_000);
      const { token, uploadUrl } = await ticketFor(bytes.length);
      await sendAndKill(uploadUrl, [bytes.subarray(0, 1), bytes.subarray(1)]);
      const done = await send(uploadUrl, bytes.length, Buffer.of());
      expect([done.status, done.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
      expect((await contentOf(await file(token))).equals(bytes)).toBe(true);
    });

    it('gets the offset to resume from if the storage has lost a piece', async () => {
      const bytes = randomBytes(3000);
      const { token, uploadUrl } = await ticketFor(bytes.length);
      const before = new Set(await stagedKeys());
      await send(uploadUrl, 0, bytes.subarray(0, 1000));
      await send(uploadUrl, 1000, bytes.subarray(1000, 2000));
      const [row] = await marque.service.db.query<{ key: string }>(
        'select key from marque.upload_parts where start = 1000 and key <> all($1::text[])',
        [[...before]],
      );
      await marque.service.storage.discard(row?.key ?? '');
      const lost = await send(uploadUrl, 2000, bytes.subarray(2000));
      expect([lost.status, lost.body.error.code, lost.body.error.detail]).toEqual([
        409,
        'conflict',
        { offset: 1000 },
      ]);
      expect(await offsetOf(uploadUrl)).toBe(1000);
      const early = await file(token);
      expect([early.status, early.body.error.detail]).toEqual([409, { offset: 1000 }]);
      expect((await send(uploadUrl, 1000, bytes.subarray(1000))).status).toBe(204);
      expect((await contentOf(await file(token))).equals(bytes)).toBe(true);
    });
  });
}
