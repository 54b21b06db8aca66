// What the screenshots show: always the same people, files, brand and times, as an organization has them after a year.
import sharp from 'sharp';
import { joinPanel } from '../../setup/join-panel.ts';
import { fileAsset, newPanelAgent, type PanelAgent } from '../../setup/panel-agent.ts';
import { admin, type Panel, type Visitor } from '../../setup/panel.ts';

export interface FixedLibrary {
  edda: Visitor;
  assets: Record<string, string>;
  collections: Record<string, string>;
  portal: { id: string; url: string };
  site: string;
  /** The id of a person other than Edda. */
  mara: string;
}

type Api = Visitor['api'];

const made = async (api: Api, path: string, body: unknown): Promise<{ id: string; url: string }> =>
  (await api<{ data: { id: string; url: string } }>('POST', `/api/v1/${path}`, body)).data;

/** A picture of the fixtures, turned by so many degrees of hue. */
const picture = (file: string, hue = 0, width = 1200) =>
  sharp(`fixtures/${file}`).modulate({ hue }).resize({ width }).jpeg({ quality: 88 }).toBuffer();

/** A file of the fixtures as it's in the library, to be chosen for another upload. */
export async function pictureFile(file: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name: file.replace('.png', '.jpg'), mimeType: 'image/jpeg', buffer: await picture(file) };
}

const logo = (ink: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 80 50"><circle cx="28" cy="25" r="14" fill="${ink}"/><circle cx="50" cy="25" r="14" fill="none" stroke="${ink}" stroke-width="5"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

interface Held {
  file: string;
  bytes: () => Promise<Buffer>;
  /** What it's created with. */
  with: Record<string, unknown>;
  /** What it's changed to then. */
  about: Record<string, unknown>;
}

const held = (file: string, bytes: Held['bytes'], title: string, ...tags: string[]): Held => ({
  file,
  bytes,
  with: { tags },
  about: { title },
});

/** Oldest first. */
const files: readonly Held[] = [
  held('halden-logo.png', () => logo('#7a2e12'), 'Halden logo', 'logo'),
  held('halden-logo-light.png', () => logo('#c9b8a8'), 'Halden logo, light', 'logo'),
  held('night-sky-poster.jpg', () => picture('hubble_deep_field.jpg'), 'Night sky, poster', 'space'),
  held('launch-wide.jpg', () => picture('rocket.jpg', 300), 'Launch, wide', 'space', 'launch'),
  held('shop-cat.jpg', () => picture('chelsea.png'), 'The shop cat', 'animal', 'shop'),
  held('espresso-teal.jpg', () => picture('coffee.png', 150), 'Espresso, teal', 'coffee'),
  held('harbour-at-dawn.jpg', () => picture('rocket.jpg'), 'Harbour at dawn', 'launch'),
  held('cat-portrait.jpg', () => picture('chelsea.png', 90), 'Cat, portrait', 'animal'),
  {
    file: 'morning-shift.jpg',
    bytes: () => picture('coffee.png'),
    with: {
      tags: ['coffee', 'roastery', 'spring'],
      fields: { subject: 'product', campaign: 'Look up' },
      rights: { expires: '2031-12-31', channels: ['web', 'print'], territories: ['DE', 'NO'] },
    },
    about: {
      title: 'Roastery, morning shift',
      description: 'A cup of coffee on a wooden table, with a spoon on its saucer.',
      creator: 'Mara Meyer',
      copyright: '© Halden Coffee',
    },
  },
];

async function addAssets(api: Api): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { file, bytes, with: values, about } of files) {
    const id = await fileAsset(api, file, await bytes(), values);
    await api('PATCH', `/api/v1/assets/${id}`, about);
    ids[file] = id;
  }
  return ids;
}

async function addBrand(api: Api, logoId: string): Promise<void> {
  await api('PATCH', '/api/v1/brands/brand', { name: 'Halden Coffee' });
  const color = (key: string, value: string, label: string) => ({ key, type: 'color', value, label });
  await api('PATCH', '/api/v1/brand/rules', {
    set: [
      color('color.rust', '#7a2e12', 'Rust'),
      color('color.cream', '#f4ece2', 'Cream'),
      color('color.night', '#1d2433', 'Night'),
      color('color.moss', '#5c6b3a', 'Moss'),
      { key: 'logo.main', label: 'Logo', type: 'text', value: 'Our logo', assets: [{ id: logoId }] },
      {
        key: 'voice.tone',
        type: 'text',
        label: 'Tone',
        value: 'Warm and plain. We talk like the person behind the counter.',
      },
    ],
  });
  await api('PATCH', '/api/v1/brands/brand/theme', {
    accent: 'color.rust',
    ink: 'color.night',
    logo: 'logo.main',
  });
  await api('PUT', '/api/v1/brands/brand/pages/colors', {
    title: 'Colors',
    sections: [
      {
        template: 'cover',
        eyebrow: 'Brand guidelines',
        title: 'Halden Coffee',
        lede: 'Everything that makes us look like us.',
      },
      { template: 'palette', keys: ['color.rust', 'color.cream', 'color.night', 'color.moss'] },
    ],
  });
  await api('PUT', '/api/v1/brands/brand/pages/voice', {
    title: 'Voice',
    sections: [{ template: 'statement', body: 'Warm and plain.' }],
  });
  await api('POST', '/api/v1/brands/brand/publish', { note: 'The first one' });
  await api('PATCH', '/api/v1/brand/rules', { set: [color('color.moss', '#4d5c2f', 'Moss')] });
}

async function propose(scout: PanelAgent, assets: Record<string, string>): Promise<void> {
  const call = scout.call;
  await call('POST', `/api/v1/assets/${assets['launch-wide.jpg']}/proposed-tags`, {
    tags: ['rocket', 'night'],
    note: 'Both are plainly visible.',
  });
  await call('POST', `/api/v1/assets/${assets['shop-cat.jpg']}/proposed-fields`, {
    fields: { subject: 'animal' },
  });
  await fileAsset(call, 'espresso-close-up.jpg', await picture('coffee.png', 20, 900), { tags: ['coffee'] });
}

async function addSharing(api: Api, collections: Record<string, string>) {
  const portal = await made(api, 'portals', {
    name: 'Press room',
    intro: 'Pictures and rules for journalists.',
    theme: { accent: '#e9a23b' },
    brands: ['brand'],
    collections: [collections['Spring campaign']],
    presets: [{ name: 'For the web', transform: 'w_1280,f_webp' }],
  });
  await made(api, 'portals', { name: 'Partners', access: 'members' });
  const site = await made(api, 'sites', { name: 'Guide', kind: 'guidelines' });
  await made(api, 'sites', { name: 'Roastery', kind: 'landing' });
  const until = '2031-06-30T12:00:00Z';
  await made(api, 'shares', {
    kind: 'view',
    collection: collections['Spring campaign'],
    name: 'For the printer',
    expiresAt: until,
  });
  await made(api, 'shares', {
    kind: 'upload',
    collection: collections['Spring campaign'],
    name: 'Photographers',
  });
  return { portal, site: site.id };
}

async function addPeople(panel: Panel, edda: Visitor, collection: string) {
  const mara = await joinPanel(panel, edda, 'Mara Meyer', 'write');
  const jon = await joinPanel(panel, edda, 'Jon Jansen', 'propose');
  const idOf = async ({ api }: Visitor): Promise<string> =>
    (await api<{ data: { id: string } }>('GET', '/api/v1/me')).data.id;
  const [maraId, jonId] = [await idOf(mara), await idOf(jon)];
  const group = await made(edda.api, 'groups', { name: 'Design', members: [maraId, jonId] });
  await made(edda.api, 'grants', {
    group: group.id,
    resource: 'collection',
    resourceId: collection,
    scope: 'write',
  });
  return { mara, jon, maraId };
}

export async function fillLibrary(panel: Panel): Promise<FixedLibrary> {
  const edda = await panel.visit();
  await panel.signInByForm(edda.page, admin);
  const { api } = edda;
  await api('PATCH', '/api/v1/me', { name: 'Edda Lund' });
  const { data: me } = await api<{ data: { workspace: { id: string } } }>('GET', '/api/v1/me');
  await api('PATCH', `/api/v1/workspaces/${me.workspace.id}`, { name: 'Halden Coffee' });
  const { data: organizations } = await api<{ data: { id: string }[] }>('GET', '/api/v1/organizations');
  await api('PATCH', `/api/v1/organizations/${organizations[0]?.id}`, { name: 'Halden' });
  // It's long ago that all of this happened: else the activity would be tidied away.
  await api('PATCH', '/api/v1/settings/retention?context=organization', { eventDays: 36_500 });
  await made(api, 'fields', {
    key: 'subject',
    label: 'Subject',
    type: 'select',
    options: ['product', 'animal', 'space'],
  });
  await made(api, 'fields', { key: 'campaign', label: 'Campaign', type: 'text' });
  const assets = await addAssets(api);
  const collections: Record<string, string> = {};
  for (const name of ['Spring campaign', 'Press', 'Packaging'])
    collections[name] = (await made(api, 'collections', { name })).id;
  const { 'morning-shift.jpg': morning = '', 'halden-logo.png': logoId = '' } = assets;
  const filed = [
    'morning-shift.jpg',
    'shop-cat.jpg',
    'espresso-teal.jpg',
    'harbour-at-dawn.jpg',
    'launch-wide.jpg',
  ];
  await api('POST', `/api/v1/collections/${collections['Spring campaign']}/assets`, {
    add: filed.map((name) => assets[name]),
  });
  await api('POST', `/api/v1/collections/${collections.Press}/assets`, {
    add: [assets['night-sky-poster.jpg'], logoId],
  });
  await made(api, 'searches', { name: 'Space, no alt text', query: { tag: ['space'], missing: ['alt'] } });
  await addBrand(api, logoId);
  const { mara, jon, maraId } = await addPeople(panel, edda, collections['Spring campaign'] ?? '');
  const comment = await made(mara.api, `assets/${morning}/comments`, {
    body: 'Can we lose the spoon?',
    anchor: { rect: [0.55, 0.5, 0.25, 0.35] },
  });
  await made(jon.api, `comments/${comment.id}/replies`, {
    body: 'There is one without it. I’ll send it in.',
  });
  await propose(await newPanelAgent(panel, 'Scout', edda, false), assets);
  const shared = await addSharing(api, collections);
  await api(
    'DELETE',
    `/api/v1/assets/${await fileAsset(api, 'old-menu.jpg', await picture('coffee.png', 260, 700))}`,
  );
  await Promise.all([mara.context.close(), jon.context.close()]);
  return { edda, assets, collections, mara: maraId, ...shared };
}
