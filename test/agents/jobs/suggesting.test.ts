// Jobs 4 to 9, 14 and 17: suggest what a person decides.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  brand,
  closeAll,
  croppedTo,
  demo,
  editing,
  file,
  newAgent,
  photograph,
  serveFiles,
  stored,
} from './library.ts';
import { expectCost } from './priced.ts';

const pages = new Map<string, { mime: string; bytes: Buffer | string }>();
const outside = await serveFiles(pages);

const rocket = demo.rocket.id;
let made = 0;

/** A plain area, of which the file itself says nothing. */
const area = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: (made += 1), g: 90, b: 120 } } })
    .png()
    .toBuffer();

beforeAll(async () => {
  await editing.create('/fields', { key: 'alt_de', label: 'Alternative text, German', type: 'text' });
});

afterAll(async () => {
  outside.close();
  await closeAll();
});

const accept = (id: string) => editing.done('POST', `/proposals/${id}/decision`, { decision: 'accept' });

it('4: replaces an expired picture on a brand page by a proposal', async () => {
  const expired = await file(await croppedTo('rocket.jpg', 1200, 800), {
    title: 'Old rocket',
    rights: { expires: '2020-01-01' },
  });
  await editing.done('PATCH', `/assets/${expired}`, { supersededBy: rocket });
  await editing.done('PUT', `/brands/${brand}/pages/launches`, {
    title: 'Launches',
    sections: [{ template: 'gallery', items: [{ asset: expired, title: 'On the pad' }] }],
  });
  const agent = await newAgent();
  const { data } = await agent.done('get_page', { brand, page: 'launches' });
  const [warning] = data.warnings as { section: string; message: string }[];
  expect(warning?.message).toContain("can't be used now");
  const verdict = await agent.done('check_use', { asset: expired });
  const [instead] = verdict.suggest as { id: string }[];
  const section = (data.page.sections as { id: string; items: object[] }[]).find(
    ({ id }) => id === warning?.section,
  );
  const items = JSON.parse(JSON.stringify(section?.items).replaceAll(expired, instead?.id ?? '')) as object[];
  const proposal = await agent.done('propose_page', {
    brand,
    page: 'launches',
    ops: [{ op: 'update', id: section?.id, set: { items } }],
    note: 'The picture has expired; this one replaces it.',
  });
  await accept(proposal.data.id);
  const after = await editing.done('GET', `/brands/${brand}/pages/launches`);
  expect(JSON.stringify(after.body.data.page.sections)).toContain(rocket);
  expect(JSON.stringify(after.body.data.page.sections)).not.toContain(expired);
  await expectCost('04', agent, { calls: 3, tokens: 2000 });
});

it('5: brings in five by URL, of which one is here already and one is a web page', async () => {
  for (const [path, bytes] of [
    ['/a.jpg', await croppedTo('rocket.jpg', 900, 600)],
    ['/b.jpg', await croppedTo('coffee.png', 900, 600)],
    ['/c.jpg', await croppedTo('chelsea.png', 900, 600)],
    ['/same.jpg', await photograph('rocket.jpg')],
  ] as const)
    pages.set(path, { mime: 'image/jpeg', bytes });
  pages.set('/page.jpg', { mime: 'text/html', bytes: '<!doctype html><h1>Not found</h1>' });
  const agent = await newAgent();
  const about = {
    creator: 'Ada Example',
    copyright: '© Ada Example',
    rights: { license: 'RM-9', channels: ['web'] },
    note: 'For the campaign',
  };
  for (const name of ['a', 'b', 'c']) {
    const { data } = await agent.done('ingest_asset', { url: `${outside.url}/${name}.jpg`, ...about });
    expect(data).toMatchObject({ status: 'proposed', rights: { license: 'RM-9' } });
  }
  const same = await agent.done('ingest_asset', { url: `${outside.url}/same.jpg`, ...about });
  expect(same).toMatchObject({ deduped: true, data: { id: rocket } });
  const page = await agent.refused('ingest_asset', { url: `${outside.url}/page.jpg`, ...about });
  expect(page.code).toBe('unsupported');
  const [row] = await stored(
    `select count(*)::int as n from assets where status = 'proposed' and metadata->>'creator' = 'Ada Example'`,
  );
  expect(row?.n).toBe(3);
  // What was said of the one that is here already waits as corrections.
  const waiting = await agent.done('my_proposals', { status: 'waiting', target: rocket });
  expect(waiting.data.map(({ kind }: { kind: string }) => kind).sort()).toEqual(
    expect.arrayContaining(['creator', 'rights']),
  );
  await expectCost('05', agent, { calls: 6, tokens: 5000 });
});

it('6: fills in the alternative texts of 20 in two languages, by looking at them', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 20; at += 1)
    ids.push(await file(await area(), { tags: ['texts'], mime: 'image/png' }));
  const agent = await newAgent();
  const { data } = await agent.done('search_assets', { tag: ['texts'], missing: ['alt'] });
  const found = (data as { id: string }[]).map(({ id }) => id);
  expect(found.sort()).toEqual(ids.sort());
  for (let at = 0; at < found.length; at += 8) {
    const seen = await agent.call('view_assets', { assets: found.slice(at, at + 8), size: 256 });
    expect(seen.isError ?? false).toBe(false);
  }
  const { results } = await agent.done('propose_changes', {
    items: found.map((asset, at) => ({
      asset,
      changes: { description: `A plain area, number ${at}`, fields: { alt_de: `Text ${at}` } },
    })),
  });
  expect(results).toHaveLength(20);
  const rows = await stored(
    `select kind, count(*)::int as n from marque.proposals where asset_id = any($1) and status = 'waiting' group by 1 order by 1`,
    ids,
  );
  expect(rows).toEqual([
    { kind: 'description', n: 20 },
    { kind: 'fields', n: 20 },
  ]);
  await expectCost('06', agent, { calls: 5, tokens: 6000 });
});

it('7: corrects a wrong creator on 12', async () => {
  const ids: string[] = [];
  for (let at = 0; at < 12; at += 1)
    ids.push(await file(await area(), { tags: ['byline'], mime: 'image/png', creator: 'Anna Example' }));
  const agent = await newAgent();
  const { data } = await agent.done('search_assets', { tag: ['byline'] });
  const { results } = await agent.done('propose_changes', {
    items: (data as { id: string }[]).map(({ id }) => ({
      asset: id,
      changes: { creator: 'Ada Example' },
      note: 'Her name is Ada.',
    })),
  });
  const proposals = (results as { proposals: { id: string }[] }[]).flatMap((one) => one.proposals);
  expect(proposals).toHaveLength(12);
  await editing.done('POST', '/proposals/batch', {
    ids: proposals.map(({ id }) => id),
    decision: 'accept',
  });
  const rows = await stored(
    `select distinct metadata->>'creator' as creator from assets where id = any($1)`,
    ids,
  );
  expect(rows).toEqual([{ creator: 'Ada Example' }]);
  await expectCost('07', agent, { calls: 2, tokens: 3000 });
});

it('8: reads why a proposal was rejected, and proposes again', async () => {
  const agent = await newAgent();
  const first = await agent.done('propose_changes', {
    items: [{ asset: rocket, changes: { title: 'ROCKET!!!' } }],
  });
  await editing.done('POST', `/proposals/${first.results[0].proposals[0].id}/decision`, {
    decision: 'reject',
    note: 'No capitals: say where it stands.',
  });
  const { data } = await agent.done('my_proposals', { status: 'rejected', target: rocket });
  expect(data[0]).toMatchObject({
    reviewNote: 'No capitals: say where it stands.',
    after: { title: 'ROCKET!!!' },
  });
  const second = await agent.done('propose_changes', {
    items: [{ asset: rocket, changes: { title: 'Rocket on its pad' } }],
  });
  await accept(second.results[0].proposals[0].id);
  expect(await stored(`select metadata->>'title' as title from assets where id = $1`, rocket)).toEqual([
    { title: 'Rocket on its pad' },
  ]);
  await expectCost('08', agent, { calls: 3, tokens: 1000 });
});

it('14: finds near-duplicates, and proposes which to archive', async () => {
  const agent = await newAgent();
  const before = await agent.done('find_similar', {});
  const large = demo.hubble.id;
  const copies: string[] = [];
  for (const width of [800, 640, 320])
    copies.push(
      await file(
        await sharp(await photograph('hubble_deep_field.jpg'))
          .resize(width)
          .jpeg()
          .toBuffer(),
        {
          title: `Deep field, ${width}`,
        },
      ),
    );
  const { groups, total } = await agent.done('find_similar', {});
  expect(total).toBe(before.total + 1);
  const [newest] = groups as { assets: { id: string; kind?: string }[] }[];
  const [kept, ...others] = newest?.assets ?? [];
  expect(kept?.id).toBe(large);
  expect(others.map(({ id }) => id)).toEqual(copies);
  expect(new Set(others.map(({ kind }) => kind))).toEqual(new Set(['duplicate']));
  const { results } = await agent.done('propose_changes', {
    items: others.map(({ id }) => ({
      asset: id,
      changes: { status: 'archived' },
      note: 'A smaller copy of “Deep field”.',
    })),
  });
  const proposed = (results as { proposals: { id: string }[] }[]).flatMap(({ proposals }) => proposals);
  for (const { id } of proposed) await accept(id);
  // The demo has archived one itself.
  const archived = await stored(
    `select id from assets where status = 'archived' and id <> $1 order by created_at`,
    demo.chelsea.id,
  );
  expect(archived).toEqual(copies.map((id) => ({ id })));
  expect(await stored(`select status from assets where id = $1`, large)).toEqual([{ status: 'active' }]);
  await expectCost('14', agent, { calls: 3, tokens: 1500 });
});

it('17: answers an editor’s comment with a new version', async () => {
  const { id: comment } = await editing.create(`/assets/${rocket}/comments`, {
    body: 'Please crop the sky.',
    anchor: { rect: [0, 0, 1, 0.2] },
  });
  const agent = await newAgent();
  const { data } = await agent.done('list_comments', { asset: rocket, resolved: 'false' });
  expect(data[0]).toMatchObject({ id: comment, anchor: { rect: [0, 0, 1, 0.2] } });
  const bytes = await croppedTo('rocket.jpg', 640, 340);
  const ticket = await agent.done('create_upload', {
    filename: 'rocket-cropped.jpg',
    mime: 'image/jpeg',
    size: bytes.length,
  });
  await fetch(ticket.uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
  const { data: version } = await agent.done('finish_upload', {
    token: ticket.token,
    versionOf: rocket,
    note: 'Without the sky',
  });
  await agent.done('comment', { asset: rocket, thread: comment, body: 'Cropped: see the new version.' });
  await agent.done('resolve_comment', { comment });
  // As in the demo: whoever reviews it also says what it shows.
  await editing.done('PATCH', `/assets/${version.id}`, { status: 'active', fields: { subject: 'space' } });
  expect(await stored('select status from assets where id = $1', version.id)).toEqual([{ status: 'active' }]);
  const [thread] = (await editing.done('GET', `/assets/${rocket}/comments`)).body.data;
  expect([thread.resolved, thread.replies[0].body]).toEqual([true, 'Cropped: see the new version.']);
  await expectCost('17', agent, { calls: 5, tokens: 2000 });
});

it('9: proposes a collection and a share link for a client', async () => {
  const agent = await newAgent();
  const made = await agent.done('propose_collection', {
    name: 'For the client',
    assets: [rocket],
    note: 'What they asked for',
  });
  expect(await stored(`select 1 from collections where name = 'For the client'`)).toEqual([]);
  await accept(made.proposal.id);
  const [collection] = await stored(
    `select c.id from collections c join marque.collection_assets m on m.collection_id = c.id
     where c.name = 'For the client' and m.asset_id = $1`,
    rocket,
  );
  expect(collection).toBeDefined();
  const link = await agent.done('propose_share', {
    kind: 'view',
    collection: collection?.id,
    name: 'For the client',
    expiresAt: '2999-01-01T00:00:00Z',
  });
  expect((await editing.done('GET', '/shares')).body.data).toEqual([]);
  await accept(link.proposal.id);
  const { data } = (await editing.done('GET', '/shares')).body;
  expect(data).toMatchObject([{ name: 'For the client', expiresAt: '2999-01-01T00:00:00.000Z' }]);
  await expectCost('09', agent, { calls: 2, tokens: 1000 });
});
