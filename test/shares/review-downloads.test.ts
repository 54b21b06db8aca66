// Whether visitors of a review link can download: off unless it's allowed, and held at every address of the bytes.
// cspell:ignore controlslist nodownload
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../agents/client.ts';
import { fileBytes, makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventRowsOf } from '../setup/events.ts';
import { issuePaths } from '../setup/issues.ts';
import { startService, type Reply } from '../setup/service.ts';
import { silence } from './silence.ts';
import { makeShareLink, openShareLink, type ShareLink } from './share-links.ts';

const marque = await startService();
const place = await marque.makePlace('Acme');
const as = await marque.makeKey(place, 'write');
const write = callsAs(marque, as);
const writer = await connect(marque.url, as.key);
const scoutKey = await marque.makeKey(place, 'propose');
const scout = await connect(marque.url, scoutKey.key);
afterAll(async () => {
  await writer.close();
  await scout.close();
  await marque.close();
});

let collection: string;
let picture: string;
let sound: string;
const picked = { public: false };

beforeAll(async () => {
  collection = await marque.makeCollection(place, { name: 'Spring' });
  const filed = { collections: [collection] };
  const bytes = await readFile('fixtures/coffee.png');
  picture = (await makeAsset(marque, as, { ...filed, filename: 'coffee.png' }, bytes)).id as string;
  const jingle = { ...filed, filename: 'jingle.wav', mime: 'audio/wav' };
  sound = (await fileBytes(marque, as, silence(), jingle)).body.data.id as string;
  for (const id of [picture, sound]) await write.done('PATCH', `/assets/${id}`, picked);
});

const share = (about: Record<string, unknown> = {}) =>
  makeShareLink(marque, as, { kind: 'review', collection, ...about });

interface File {
  id: string;
  url: string | null;
  thumbnail: string | null;
}
async function filesOf({ token }: ShareLink): Promise<Record<string, File>> {
  const { assets } = (await openShareLink(marque, token)).body.data as { assets: File[] };
  return Object.fromEntries(assets.map((file) => [file.id, file]));
}
const pageOf = async ({ token }: ShareLink): Promise<string> =>
  (await marque.call('GET', `/s/${token}`, { headers: { accept: 'text/html' } })).bytes
    .toString()
    .replaceAll('&amp;', '&');
/** Every address of a file on the page, as a path. */
const addressesIn = (page: string): string[] => [
  ...new Set([...page.matchAll(/\/a\/[\da-f-]{36}[^"\s]*/g)].map(([address]) => address)),
];
const get = (address: string, headers: Record<string, string> = {}): Promise<Reply> =>
  marque.call('GET', address.replace(marque.url, ''), { headers });
const codeOf = ({ status, body }: Reply): unknown[] => [status, body?.error?.code];
/** With what else is in it left as it is. */
const asDownload = (address: string): string => address.replace('?', '?download&');

describe('a review link', () => {
  it('doesn’t allow downloads unless it says so', async () => {
    const plain = await share();
    expect(plain.allowDownloads).toBe(false);
    expect((await filesOf(plain))[picture]).toMatchObject({ url: null, thumbnail: expect.any(String) });
    const shown = await openShareLink(marque, plain.token);
    expect(shown.body.data.allowDownloads).toBe(false);
    const page = await pageOf(plain);
    expect(page).not.toMatch(/download&|>Download<|>View</);
    expect(page).toMatch(/<audio[^>]* controlslist="nodownload"/i);

    const open = await share({ allowDownloads: true });
    expect(open.allowDownloads).toBe(true);
    const { url } = (await filesOf(open))[picture] as File;
    expect((await get(url ?? '')).bytes.equals(await readFile('fixtures/coffee.png'))).toBe(true);
    expect((await get(asDownload(url ?? ''))).headers.get('content-disposition')).toContain('attachment');
    expect(await pageOf(open)).toMatch(/download&[^"]*".*>Download</su);
    const listed = (await write.done('GET', `/shares?collection=${collection}`)).body.data;
    expect(listed.map(({ allowDownloads }: { allowDownloads: boolean }) => allowDownloads)).toEqual([
      true,
      false,
    ]);
    expect((await eventRowsOf(marque, open.id)).at(-1)?.detail).toMatchObject({ allowDownloads: true });
  });

  it('shows pictures as renditions, which aren’t saved through it either', async () => {
    const link = await share();
    const renditions = addressesIn(await pageOf(link)).filter((address) => address.includes(`${picture}/`));
    expect(renditions.length).toBeGreaterThan(0);
    for (const address of renditions) {
      const reply = await get(address);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(codeOf(await get(asDownload(address)))).toEqual([403, 'forbidden']);
      // The signature is for this rendition, and nothing else.
      const [base = '', signature = ''] = address.split('?');
      for (const other of [base.replace(/\/w_[^/]*$/, ''), base.replace(/w_\d+/, 'w_4000')])
        expect(codeOf(await get(`${other}?${signature}`))).toEqual([404, 'not_found']);
    }
  });

  it('plays recordings in its page, and gives their file to nothing else', async () => {
    const link = await share();
    const [player, ...others] = addressesIn(await pageOf(link)).filter((address) =>
      address.includes(`${sound}?`),
    );
    expect([player?.includes('?play&'), others]).toEqual([true, []]);
    const address = player ?? '';
    const played = await get(address, { 'sec-fetch-dest': 'audio', range: 'bytes=0-3' });
    expect([played.status, played.bytes.toString()]).toEqual([206, 'RIFF']);
    expect(played.headers.get('content-disposition')).toContain('inline');
    // Browsers that don't say what they ask for play, too.
    expect((await get(address)).status).toBe(200);
    for (const destination of ['document', 'empty', 'image', 'iframe'])
      expect(codeOf(await get(address, { 'sec-fetch-dest': destination }))).toEqual([403, 'forbidden']);
    expect(codeOf(await get(asDownload(address), { 'sec-fetch-dest': 'audio' }))).toEqual([403, 'forbidden']);
    const bare = address.replace('play&', '');
    for (const other of [bare, asDownload(bare), address.replace(sound, picture)])
      expect(codeOf(await get(other))).toEqual([404, 'not_found']);
    expect(codeOf(await get(bare, { accept: 'application/json' }))).toEqual([404, 'not_found']);
  });

  it('no longer gives away files once downloads aren’t allowed, also at addresses from before', async () => {
    const link = await share({ allowDownloads: true });
    const { url } = (await filesOf(link))[picture] as File;
    const zip = `/s/${link.token}/download`;
    expect((await get(zip)).headers.get('content-type')).toBe('application/zip');
    expect(await pageOf(link)).toContain('Download all');
    const changed = await write.done('PATCH', `/shares/${link.id}`, { allowDownloads: false });
    expect(changed.body.data.allowDownloads).toBe(false);
    expect((await eventRowsOf(marque, link.id)).at(-1)?.detail).toMatchObject({
      allowDownloads: false,
      changed: ['allowDownloads'],
    });
    expect(codeOf(await get(zip))).toEqual([403, 'forbidden']);
    expect(await pageOf(link)).not.toContain('Download all');
    for (const address of [url ?? '', asDownload(url ?? '')])
      expect(codeOf(await get(address))).toEqual([403, 'forbidden']);
    await write.done('DELETE', `/shares/${link.id}`);
    expect(codeOf(await get(url ?? ''))).toEqual([410, 'gone']);
  });

  it('leaves public files at their own address', async () => {
    const { id } = (await makeAsset(marque, as, { collections: [collection] })) as { id: string };
    await write.done('PATCH', `/assets/${id}`, { public: true });
    expect((await filesOf(await share()))[id]).toMatchObject({ url: null });
    expect((await marque.call('GET', `/a/${id}`, {})).status).toBe(200);
  });
});

describe('links of other kinds', () => {
  it('have no choice: one to view allows downloads, one to upload shows nothing', async () => {
    const view = await share({ kind: 'view' });
    expect(view.allowDownloads).toBe(true);
    expect((await filesOf(view))[picture]).toMatchObject({ url: expect.any(String) });
    expect((await share({ kind: 'upload' })).allowDownloads).toBe(false);
    for (const kind of ['view', 'upload'])
      for (const allowDownloads of [true, false]) {
        const reply = await write.call('POST', '/shares', { kind, collection, allowDownloads });
        expect([reply.status, issuePaths(reply)]).toEqual([400, ['allowDownloads']]);
      }
    for (const allowDownloads of [true, false]) {
      const reply = await write.call('PATCH', `/shares/${view.id}`, { allowDownloads });
      expect([reply.status, issuePaths(reply)]).toEqual([422, ['allowDownloads']]);
    }
    const odd = await write.call('POST', '/shares', { kind: 'review', collection, allowDownloads: 'yes' });
    expect([odd.status, issuePaths(odd)]).toEqual([400, ['allowDownloads']]);
  });
});

describe('a proposed review link', () => {
  const decide = (id: string, value?: object) =>
    write.call('POST', `/proposals/${id}/decision`, { decision: 'accept', ...(value ? { value } : {}) });

  it('says whether it allows downloads, and the reviewer can change that', async () => {
    const { proposal } = await scout.done('propose_share', {
      kind: 'review',
      asset: picture,
      allowDownloads: true,
    });
    expect(proposal.after).toEqual({ kind: 'review', allowDownloads: true });
    const { body } = await decide(proposal.id, { kind: 'review', allowDownloads: false });
    const [made] = (await write.done('GET', `/shares?asset=${picture}`)).body.data;
    expect([made.id, made.allowDownloads]).toEqual([body.data.after.share, false]);
    const again = await scout.done('propose_share', { kind: 'review', asset: picture, name: 'Open' });
    await decide(again.proposal.id, { kind: 'review', allowDownloads: true });
    const [open] = (await write.done('GET', `/shares?asset=${picture}`)).body.data;
    expect(open).toMatchObject({ allowDownloads: true });
  });

  it('is refused for links that have no choice, also by edit', async () => {
    const refused = await scout.refused('propose_share', {
      kind: 'view',
      asset: picture,
      allowDownloads: true,
    });
    expect(refused.message).toContain('allowDownloads: Only for a review link');
    const { proposal } = await scout.done('propose_share', { kind: 'view', asset: picture });
    const edited = await decide(proposal.id, { kind: 'view', allowDownloads: true });
    expect([edited.status, issuePaths(edited)]).toEqual([400, ['value.allowDownloads']]);
    const upload = await decide(proposal.id, { kind: 'upload' });
    expect([upload.status, issuePaths(upload)]).toEqual([422, ['value.kind']]);
    expect((await decide(proposal.id)).status).toBe(200);
  });
});

it('the tool create_share takes it, and list_shares says it', async () => {
  const made = await writer.done('create_share', { kind: 'review', asset: sound, allowDownloads: true });
  expect(made.data ?? made).toMatchObject({ kind: 'review', allowDownloads: true });
  const { data } = await writer.done('list_shares', { asset: sound });
  expect(data).toMatchObject([{ allowDownloads: true }]);
});
