// Files that aren't what they claim to be, that would do harm, or that there's no space for: refused
// immediately, with nothing left behind.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { makeFolder } from '../../setup/children.ts';
import type { Reply } from '../../setup/service.ts';
import { startWithWorkspace } from '../../setup/workspace.ts';
import { everythingKept, fileBytes, makeAsset, makePicture, openTicket, sendBytes } from '../library.ts';

const { marque, writer } = await startWithWorkspace();
afterAll(() => marque.close());

/** After a refusal, the next valid file is accepted. */
afterEach(async () => {
  expect((await fileBytes(marque, writer, await makePicture())).status).toBe(201);
});

/** Uploads a file by form and by ticket; both must get the same answer and keep nothing. */
async function refusedBothWays(
  bytes: Buffer,
  about: { filename: string; mime: string },
): Promise<Reply['body']> {
  const before = await everythingKept(marque);
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: about.mime }), about.filename);
  const inForm = await marque.call('POST', '/api/v1/assets', { as: writer, body: form });
  const byTicket = await fileBytes(marque, writer, bytes, about);
  expect([byTicket.status, byTicket.body]).toEqual([inForm.status, inForm.body]);
  expect(await everythingKept(marque)).toEqual(before);
  return { status: inForm.status, ...inForm.body.error };
}

/** A PNG whose header claims these dimensions, without the data. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(20)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a file with the wrong type', () => {
  it('gets the type of its bytes', async () => {
    const asset = await makeAsset(marque, writer, { filename: 'film.mp4', mime: 'video/mp4' });
    expect(asset).toMatchObject({ mime: 'image/png', filename: 'film.mp4', width: 40, height: 30 });
    expect((await marque.call('GET', `/a/${asset.id}`)).headers.get('content-type')).toBe('image/png');
    const page = await makeAsset(
      marque,
      writer,
      { filename: 'picture.png', mime: 'image/png' },
      Buffer.from('<!doctype html><html><script>alert(1)</script></html>'),
    );
    expect(page.mime).not.toMatch(/^image/);
  });

  it("can't inject a header through the type it claims", async () => {
    for (const [index, mime] of [
      'text/x\r\nset-cookie: a=b',
      'text/html\n\n<script>',
      'text/ünfug',
      'text/',
      'text/a b',
    ].entries()) {
      const asset = await makeAsset(
        marque,
        writer,
        { filename: 'notes', mime },
        Buffer.from(`plain words ${index}\n`),
      );
      expect(asset.mime).toBe('text/plain');
      const served = await marque.call('GET', `/a/${asset.id}`);
      expect(served.status).toBe(200);
      expect(served.headers.get('set-cookie')).toBeNull();
      expect(served.headers.get('content-type')).toBe('text/plain');
    }
  });
});

describe('a refused file', () => {
  it('is a program or an installer, whatever its name: 415', async () => {
    const elf = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200, 3)]);
    const windows = Buffer.concat([
      Buffer.from('4d5a90000300000004000000ffff0000', 'hex'),
      Buffer.alloc(200, 3),
    ]);
    const wasm = Buffer.concat([Buffer.from('0061736d01000000', 'hex'), Buffer.alloc(50, 1)]);
    for (const bytes of [elf, windows, wasm])
      expect(await refusedBothWays(bytes, { filename: 'photo.jpg', mime: 'image/jpeg' })).toMatchObject({
        status: 415,
        code: 'unsupported',
      });
  });

  it('is truncated, damaged or empty: 422 at file', async () => {
    const jpeg = await readFile('fixtures/rocket.jpg');
    const png = await readFile('fixtures/chelsea.png');
    const damaged = Buffer.from(png);
    damaged.fill(0x55, png.length / 2, png.length / 2 + 100);
    for (const [bytes, filename, mime] of [
      [jpeg.subarray(0, jpeg.length / 2), 'cut.jpg', 'image/jpeg'],
      [png.subarray(0, png.length / 2), 'cut.png', 'image/png'],
      [damaged, 'damaged.png', 'image/png'],
      [Buffer.alloc(0), 'empty.png', 'image/png'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><not closed'), 'broken.svg', 'image/svg+xml'],
    ] as const)
      expect([filename, await refusedBothWays(bytes, { filename, mime })]).toMatchObject([
        filename,
        { status: 422, code: 'invalid', detail: { issues: [{ path: 'file' }] } },
      ]);
  });

  it('claims more pixels than allowed: 422 at file, without decoding it', async () => {
    expect(
      await refusedBothWays(pngOf(60_000, 60_000), { filename: 'bomb.png', mime: 'image/png' }),
    ).toMatchObject({ status: 422, detail: { issues: [{ path: 'file' }] } });
  });

  it('leaves its ticket open for another file', async () => {
    const bytes = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200, 9)]);
    const { token, uploadUrl } = await sendBytes(marque, writer, bytes);
    const file = () => marque.call('POST', '/api/v1/assets', { as: writer, body: { token } });
    expect((await file()).status).toBe(415);
    expect((await file()).status).toBe(409);
    const text = Buffer.alloc(bytes.length, 'a');
    await marque.call('PUT', uploadUrl, { body: text });
    expect(await file()).toMatchObject({ status: 201, body: { data: { mime: 'text/plain' } } });
  });
});

describe('a file that a browser could execute', () => {
  it('is served as uploaded, in a sandbox, and never sniffed', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>';
    const html = '<!doctype html><html><script>alert(document.cookie)</script></html>';
    const xml =
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(2)</script></html>';
    for (const [filename, mime, text] of [
      ['mark.svg', 'image/svg+xml', svg],
      ['page.html', 'text/html', html],
      ['page.xml', 'application/xml', xml],
      ['code.js', 'text/javascript', 'alert(3)'],
    ] as const) {
      const asset = await makeAsset(marque, writer, { filename, mime }, Buffer.from(text));
      for (const at of [`/a/${asset.id}`, `/api/v1/assets/${asset.id}/content`]) {
        const { headers, bytes } = await marque.call('GET', at, { as: writer });
        expect([filename, headers.get('content-security-policy')]).toEqual([
          filename,
          expect.stringMatching(/^sandbox;.*default-src 'none'/),
        ]);
        expect(headers.get('content-security-policy')).not.toContain('allow-scripts');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(bytes.toString()).toBe(text);
      }
    }
  });

  it('is rendered without its script if it is a picture', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="10"><script>x</script><rect width="12" height="10"/></svg>';
    const asset = await makeAsset(
      marque,
      writer,
      { filename: 'a.svg', mime: 'image/svg+xml' },
      Buffer.from(svg),
    );
    const { headers } = await marque.call('GET', `/a/${asset.id}/f_png`);
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('content-security-policy')).toBeNull();
  });
});

describe('a file name', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\photo.png', 'photo.png'],
    ['/', 'file'],
    ['..', 'file'],
    ['ab\u0007c\r\n.png', 'abc.png'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['u\u0308ber.png', 'über.png'],
  ])('of %j is stored as %j', async (filename, kept) => {
    expect((await makeAsset(marque, writer, { filename })).filename).toBe(kept);
  });

  it.each(['a\u0000b.png', 'half \ud83d of a pair.png'])(
    "of %j, which can't be stored, is refused",
    async (filename) => {
      const reply = await marque.call('POST', '/api/v1/uploads', {
        as: writer,
        body: { filename, mime: 'image/png', size: 1 },
      });
      expect([reply.status, reply.body.error.code]).toEqual([400, 'invalid_request']);
      expect(reply.body.error.detail.issues[0].path).toBe('filename');
    },
  );

  it('is in Content-Disposition as RFC 6266 requires, quoted and encoded', async () => {
    const disposition = async (filename: string): Promise<string | null> => {
      const { id } = await makeAsset(marque, writer, { filename });
      return (await marque.call('GET', `/a/${id}?download`)).headers.get('content-disposition');
    };
    expect(await disposition('plain.png')).toBe('attachment; filename="plain.png"');
    expect(await disposition('a "quoted"; name.png')).toBe('attachment; filename="a \\"quoted\\"; name.png"');
    expect(await disposition('日本 — fünf.png')).toBe(
      `attachment; filename="?? ? fünf.png"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%E2%80%94%20f%C3%BCnf.png`.normalize(
        'NFC',
      ),
    );
    expect(await disposition('100%25.png')).toMatch(/^attachment; filename="100%25\.png"; filename\*=/);
    const emoji = await disposition(`${'x'.repeat(240)}😀.png`);
    expect(emoji).toMatch(/filename\*=UTF-8''/);
  });

  it('that is too long is refused on upload', async () => {
    const body = { filename: 'x'.repeat(256), mime: 'image/png', size: 5 };
    expect((await marque.call('POST', '/api/v1/uploads', { as: writer, body })).status).toBe(400);
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(await makePicture())]), `${'x'.repeat(600)}.png`);
    const { status, body: filed } = await marque.call('POST', '/api/v1/assets', { as: writer, body: form });
    expect(status).toBe(201);
    expect(filed.data.filename).toHaveLength(255);
    expect(filed.data.filename).toMatch(/x\.png$/);
  });
});

/** A file system of 64 KiB, where this machine allows one. */
function mountSmall(at: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'marque-test', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const canMount = process.platform === 'linux' && os.userInfo().uid === 0;

(canMount ? describe : describe.skip)('a full disk', () => {
  let room: Awaited<ReturnType<typeof makeFolder>>;
  let mounted = false;

  beforeAll(async () => {
    room = await makeFolder();
    mounted = mountSmall(room.path);
  });
  afterAll(async () => {
    if (mounted) execFileSync('umount', [room.path]);
    await room.remove();
  });

  /** Redirects staged uploads, or stored blobs, to the small file system until `work` is done. */
  async function on(folder: 'staged' | 'blobs', work: () => Promise<void>): Promise<void> {
    if (!mounted) return;
    const place = path.join(marque.dataDir, folder);
    const aside = `${place}-aside`;
    execFileSync('mv', [place, aside]);
    await mkdir(path.join(room.path, folder), { recursive: true });
    await symlink(path.join(room.path, folder), place);
    try {
      await work();
    } finally {
      await rm(place);
      execFileSync('mv', [aside, place]);
      await rm(path.join(room.path, folder), { recursive: true });
    }
  }

  const large = Buffer.alloc(200_000, 'text ');
  const full = {
    status: 507,
    body: { error: { code: 'insufficient_storage', message: expect.stringContaining('full') } },
  };

  it('while uploading is a 507, keeps nothing, and the same upload works once there is space', async () => {
    const { token, uploadUrl } = await openTicket(marque, writer, large, {
      filename: 'a.txt',
      mime: 'text/plain',
    });
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(large)]), 'a.txt');
    await on('staged', async () => {
      const before = await everythingKept(marque);
      expect(await marque.call('PUT', uploadUrl, { body: large })).toMatchObject(full);
      expect(await marque.call('POST', '/api/v1/assets', { as: writer, body: form })).toMatchObject(full);
      expect(await everythingKept(marque)).toEqual(before);
      expect((await fileBytes(marque, writer, await makePicture())).status).toBe(201);
    });
    expect((await marque.call('PUT', uploadUrl, { body: large })).status).toBe(200);
    const filed = await marque.call('POST', '/api/v1/assets', { as: writer, body: { token } });
    expect(filed.status).toBe(201);
  });

  it('while storing is a 507, creates no record, and filing again works without another upload', async () => {
    const bytes = Buffer.alloc(200_000, 'other text ');
    const { token } = await sendBytes(marque, writer, bytes, { filename: 'b.txt', mime: 'text/plain' });
    const file = () => marque.call('POST', '/api/v1/assets', { as: writer, body: { token } });
    const [{ count }] = (await marque.service.db.query<{ count: number }>('select count(*) from assets')) as [
      { count: number },
    ];
    await on('blobs', async () => {
      expect(await file()).toMatchObject(full);
      const [after] = await marque.service.db.query<{ count: number }>('select count(*) from assets');
      expect(after?.count).toBe(count);
    });
    expect(await file()).toMatchObject({
      status: 201,
      body: { data: { mime: 'text/plain', size: 200_000 } },
    });
  });
});
