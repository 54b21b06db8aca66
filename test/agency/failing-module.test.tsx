// What a module adds that Marque calls while it does something else: each fails on its own, everything around it goes on, and the log
// and `/api/health` name the module. And what a previewer draws and a text reader reads.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Answer, defineModule, defineTemplate, noProps, z, type Previewer } from '../../src/extend.ts';
import { searchOf } from '../../src/assets/search/search.ts';
import { fileBytes, makePicture } from '../assets/library.ts';
import { requestOn } from '../sites/site-calls.ts';
import { until } from '../setup/children.ts';
import { configWith } from '../setup/config-with.ts';
import { startService, type Person, type Place, type TestService } from '../setup/service.ts';

const oops = (): never => {
  throw new Error('It broke, with details.');
};
const section = { props: noProps, keys: null, items: null, standsAlone: true } as const;
const templateNamed = (name: string) => ({ ...section, name, title: name, description: name, example: {} });

/** A grid of grey levels as text, such as `GRID 2x1 00 ff`. */
const grid: Previewer = {
  name: 'grid',
  types: { 'application/x-grid': ['grid'] },
  draw: async (file) => {
    const text = (await file.read(0, 1000)).toString();
    const [, width = '', height = '', levels = ''] = /^GRID (\d+)x(\d+) (.*)$/.exec(text) ?? oops();
    const raw = { width: Number(width), height: Number(height), channels: 1 } as const;
    return sharp(Buffer.from(levels.replaceAll(' ', ''), 'hex'), { raw })
      .png()
      .toBuffer();
  },
};

function Deep(): never {
  return oops();
}

let breaksDeletion = true;
let breaksHost = true;

const broken = defineModule({
  name: 'broken',
  previewers: [
    grid,
    { name: 'wild', types: { 'application/x-wild': [] }, draw: () => Promise.resolve(Buffer.from('<svg/>')) },
  ],
  textReaders: [
    {
      name: 'levels',
      types: ['application/x-grid'],
      read: () => Promise.resolve([{ page: null, text: 'Checkerboard' }]),
    },
    { name: 'blind', types: ['application/x-wild'], read: oops },
  ],
  extractors: [{ name: 'nosy', knows: ({ filename }) => filename.endsWith('.grid'), extract: oops }],
  accessSources: [{ waysIn: { asset: oops } }],
  hosts: {
    holds: (_service, host) => (host.startsWith('odd.') ? oops() : host.startsWith('broken.')),
    answer: () => (breaksHost ? oops() : Promise.resolve(Answer.json(200, { fine: true }))),
  },
  routes: [
    { route: 'GET /broken', answer: oops },
    { route: 'GET /fine', answer: () => Promise.resolve(Answer.json(200, { fine: true })) },
  ],
  pageTemplates: [
    defineTemplate({ ...templateNamed('broken-at-once'), Renderer: oops }),
    defineTemplate({ ...templateNamed('broken-inside'), Renderer: () => <Deep /> }),
    defineTemplate({ ...templateNamed('broken-load'), load: oops, Renderer: () => <p>Never shown</p> }),
    defineTemplate({
      ...templateNamed('live'),
      props: z.strictObject({ assets: z.array(z.string()) }),
      load: ({ assets }, { workspaceId }) => Promise.resolve({ data: workspaceId, assets }),
      Renderer: ({ data, props, around }) => (
        <p>
          {data}: {props.assets.filter((id) => around.asset(id, null)).join()}.
        </p>
      ),
    }),
  ],
  fieldTypes: [
    { name: 'broken', label: 'Broken', takes: 'anything', kind: 'text', value: z.string().refine(oops) },
    { name: 'unchangeable', label: 'Unchangeable', takes: 'anything', kind: 'number', from: oops },
  ],
  tokenFormats: [{ name: 'broken', title: 'Broken', mime: 'text/plain', ending: '.txt', write: oops }],
  // Fine until an asset has the tag.
  facets: [
    {
      name: 'numbers',
      label: 'Numbers',
      values: `select a.id as asset_id, (1 / (case when a.tags ? 'zero' then 0 else 1 end))::text as value from payload.assets a`,
    },
  ],
  onWorkspaceDelete: async (db) => {
    if (breaksDeletion) await db.query('select nothing from nowhere');
  },
});

let service: TestService;
let place: Place;
let admin: Person;
let key: { key: string };

const failing = async (): Promise<string[]> => {
  const { body } = await service.call('GET', '/api/health');
  const all = body.failing as { module: string; during: string; name: string }[];
  return all.map(({ module, during, name }) => `${module} ${during} ${name}`);
};

beforeAll(async () => {
  service = await startService({}, undefined, () => configWith({ modules: [broken] }));
  place = await service.makePlace('Northlight');
  admin = await service.makeAdmin(place);
  key = await service.makeKey(place, 'write');
}, 300_000);
afterAll(() => service?.close());

const file = (name: string, mime: string, text: string) =>
  fileBytes(service, key, Buffer.from(text), { filename: name, mime });

describe('a previewer', () => {
  it('draws a file that Marque can’t, at every size, as for any picture', async () => {
    const { status, body } = await file(
      'levels.grid',
      'application/x-grid',
      'GRID 4x2 00 20 40 60 80 a0 c0 ff',
    );
    expect({ ...body.data, status }).toMatchObject({
      status: 201,
      mime: 'application/x-grid',
      width: 4,
      height: 2,
    });
    const { id } = body.data as { id: string };
    const shown = await service.call('GET', `/api/v1/assets/${id}/content/w_2,f_png`, { as: key });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: 2, height: 1 });
    const link = await service.call('GET', `/api/v1/assets/${id}/rendition-url?w=2`, { as: key });
    expect(link.status).toBe(200);
    await service.call('PATCH', `/api/v1/assets/${id}`, {
      as: { cookie: admin.cookie },
      body: { public: true },
    });
    const open = await service.call('GET', `/a/${id}/w_2`);
    expect([open.status, open.headers.get('content-type')]).toEqual([200, 'image/png']);
    const original = await service.call('GET', `/api/v1/assets/${id}/content`, { as: key });
    expect(original.bytes.toString()).toMatch(/^GRID/);
  });

  it('that fails costs the file its picture only', async () => {
    const { status, body } = await file('not.grid', 'application/x-grid', 'nothing of the kind');
    expect({ ...body.data, status }).toMatchObject({ status: 201, width: null });
    const shown = await service.call('GET', `/api/v1/assets/${body.data.id}/content/w_2`, { as: key });
    expect(shown.status).toBe(503);
    expect(JSON.stringify(shown.body)).not.toContain('details');
    expect((await service.call('GET', `/api/v1/assets/${body.data.id}/content`, { as: key })).status).toBe(
      200,
    );
    expect(await failing()).toEqual(expect.arrayContaining(['broken file grid', 'broken file nosy']));
  });

  it('can only give pictures that are safe to open', async () => {
    const { body } = await file('a.wild', 'application/x-wild', 'wild');
    const shown = await service.call('GET', `/api/v1/assets/${body.data.id}/content/w_2`, { as: key });
    expect(shown.status).toBe(503);
    expect(await failing()).toContain('broken file wild');
  });
});

describe('a text reader', () => {
  it('reads words that search finds, and one that fails costs the file its words only', async () => {
    const { body } = await file('words.grid', 'application/x-grid', 'GRID 1x1 00');
    const { id } = body.data as { id: string };
    await file('b.wild', 'application/x-wild', 'wilder');
    const find = () =>
      service.call('GET', '/api/v1/assets?q=checkerboard&status=proposed&status=active', { as: key });
    await until(async () => (await find()).body.total !== 0);
    expect((await find()).body.matches).toMatchObject({ [id]: { page: null } });
    await until(async () => (await failing()).includes('broken file blind'));
  });
});

describe('a module that fails', () => {
  it('leaves the rest of a page, in the portal and in the preview', async () => {
    const asset = (await fileBytes(service, key, await makePicture())).body.data as { id: string };
    const secret = (await fileBytes(service, key, await makePicture(), { private: true })).body.data as {
      id: string;
    };
    const as = { cookie: admin.cookie };
    const brand = (await service.call('POST', '/api/v1/brands', { as, body: { name: 'Northlight' } })).body
      .data;
    const path = `/api/v1/brands/${brand.slug}/pages/start`;
    const sections = [
      ...['broken-at-once', 'broken-inside', 'broken-load'].map((template) => ({
        template,
        title: `Of ${template}`,
      })),
      { template: 'live', props: { assets: [asset.id, secret.id, 'nonsense'] } },
      { template: 'text', title: 'The end', body: 'Still here.' },
    ];
    const page = { title: 'Start', sections };
    expect(await service.call('PUT', path, { as, body: page })).toMatchObject({ status: 201 });
    expect(
      (await service.call('POST', `/api/v1/brands/${brand.slug}/publish`, { as, body: {} })).status,
    ).toBe(200);
    const body = { name: 'Press', brands: [brand.slug] };
    const portal = (await service.call('POST', '/api/v1/portals', { as, body })).body.data as {
      slug: string;
    };
    const inPortal = await service.call('GET', `/p/${portal.slug}/${brand.slug}/start`);
    const preview = await service.call('POST', `${path}/preview`, { as, body: page });
    for (const [status, html] of [
      [inPortal.status, inPortal.bytes.toString()],
      [preview.status, preview.body.data.html as string],
    ]) {
      expect([status, html]).toEqual([
        200,
        expect.stringMatching(/Of broken-at-once.*Of broken-inside.*Of broken-load.*Still here/s),
      ]);
      expect(html).not.toContain('Never shown');
      expect(html).not.toContain('It broke');
      expect(html).toContain(place.workspaceId);
    }
    const html = inPortal.bytes.toString();
    expect(html).toContain(`: ${asset.id}.`);
    expect(html).not.toContain(secret.id);
    expect(await failing()).toEqual(
      expect.arrayContaining([
        'broken page broken-at-once',
        'broken page broken-inside',
        'broken page broken-load',
      ]),
    );
    const tokens = await service.call('GET', `/api/v1/brand/tokens?format=broken&brand=${brand.slug}`, {
      as: key,
    });
    expect(tokens.status).toBe(500);
    expect(await failing()).toContain('broken call broken');
  });

  it('leaves the rest of the access report, which says that it’s incomplete', async () => {
    const { id } = (await fileBytes(service, key, await makePicture())).body.data as { id: string };
    const report = await service.call('GET', `/api/v1/catalog/${id}/access`, {
      as: { cookie: admin.cookie },
    });
    expect(report).toMatchObject({ status: 200, body: { id, unanswered: ['broken'] } });
    expect(report.body.holders).toContainEqual(expect.objectContaining({ id: admin.id }));
    expect(await failing()).toContain('broken access-report asset');
  });

  it('leaves values as they are that it can’t check or convert, and other fields alone', async () => {
    const as = { cookie: admin.cookie };
    for (const [name, type] of [
      ['code', 'broken'],
      ['place', 'text'],
    ])
      await service.call('POST', '/api/v1/fields', { as, body: { key: name, label: name, type } });
    const { id } = (await fileBytes(service, key, await makePicture(), { fields: { place: 'Harbour' } })).body
      .data as { id: string };
    const path = `/api/v1/assets/${id}`;
    const set = async (fields: object) => service.call('PATCH', path, { as, body: { fields } });
    const checked = await set({ code: 'A1', place: 'Pier' });
    expect(checked.status).toBe(500);
    const converted = await service.call('PATCH', '/api/v1/fields/place', {
      as,
      body: { type: 'unchangeable' },
    });
    expect(converted.status).toBe(500);
    expect((await service.call('GET', path, { as })).body.data.fields).toEqual({ place: 'Harbour' });
    expect(await failing()).toEqual(
      expect.arrayContaining(['broken call broken', 'broken call unchangeable']),
    );
    expect((await set({ place: 'Pier' })).status).toBe(200);
  });

  it('is named for its own addresses', async () => {
    const answer = await service.call('GET', '/broken');
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('details');
    expect((await service.call('GET', '/fine')).body).toEqual({ fine: true });
    expect(await failing()).toContain('broken call GET /broken');
  });

  it('is named for its own hosts, until they answer again', async () => {
    const onHost = () => requestOn(service, `broken.localhost:${new URL(service.url).port}`, '/');
    const answer = await onHost();
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('details');
    expect(await failing()).toContain('broken call host');
    breaksHost = false;
    expect(await onHost()).toMatchObject({ status: 200, text: '{"fine":true}' });
    expect(await failing()).not.toContain('broken call host');
  });

  it('is named for hosts that it can’t tell to be its own, which are the app’s then', async () => {
    const { port } = new URL(service.url);
    const answer = await requestOn(service, `odd.localhost:${port}`, '/api/v1/openapi.json');
    expect(answer.status).toBe(200);
    expect(await failing()).toContain('broken call host name');
  });

  it.each(['index', 'sql'] as const)('leaves the rest of the search (%s)', async (path) => {
    const search = searchOf(service.service);
    await search.built(place.workspaceId);
    search.path = path;
    const filed = await fileBytes(service, key, await makePicture(), { tags: ['zero'] });
    expect(filed.status).toBe(201);
    const found = await service.call('GET', '/api/v1/assets?tag=zero', { as: key });
    expect(found.status).toBe(200);
    expect(found.body.total).toBeGreaterThan(0);
    expect(found.body.facets.modules).toEqual([]);
    expect(await failing()).toContain('broken search numbers');
    search.path = 'index';
  });

  it('keeps a workspace whole that it can’t delete its part of', async () => {
    const as = { cookie: admin.cookie };
    const kept = await service.call('POST', '/api/v1/workspaces', { as, body: { name: 'Kept' } });
    expect(kept.status).toBe(201);
    const before = (await service.call('GET', '/api/v1/assets', { as: key })).body.total as number;
    const refused = await service.call('DELETE', `/api/v1/workspaces/${place.workspaceId}`, { as });
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: {
          code: 'unavailable',
          detail: { module: 'broken' },
          message: expect.stringContaining('"broken"'),
        },
      },
    });
    expect(JSON.stringify(refused.body)).not.toContain('nowhere');
    expect((await service.call('GET', '/api/v1/assets', { as: key })).body.total).toBe(before);
    expect(await failing()).toContain('broken clean-up onWorkspaceDelete');
    breaksDeletion = false;
    expect((await service.call('DELETE', `/api/v1/workspaces/${place.workspaceId}`, { as })).status).toBe(
      200,
    );
    expect(await failing()).not.toContain('broken clean-up onWorkspaceDelete');
  });
});
