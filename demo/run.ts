// npm run demo: the main job on an empty service. An agent uploads photographs and makes suggestions over
// MCP, a person decides, and everyone gets what was approved. Keeps running afterwards so you can look
// around; `-- --exit` stops it at the end.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import yazl from 'yazl';
import { connectAgent, type Agent } from './agent.ts';
import { freePort, startServer, type RunningServer } from './start-server.ts';
import { call as callAt, chapter, inWords, note, type Call, type Reply, type Who } from './tell.ts';

const { exit } = parseArgs({ options: { exit: { type: 'boolean', default: false } } }).values;

/** Throw-away password: the service listens on loopback, on a folder made for it. */
const person = { name: 'Mara', email: 'mara@example.com', password: randomBytes(9).toString('base64url') };

const visitor: Who = { name: 'visitor', headers: {} };

type Send = (method: string, address: string, options: Call) => Promise<Reply>;

interface Asset {
  id: string;
  filename: string;
}

/** An empty folder: DATA_DIR, or a new one below .data. */
async function makeDataDir(): Promise<{ dataDir: string; own: boolean }> {
  const asked = process.env.DATA_DIR;
  if (asked) {
    await mkdir(asked, { recursive: true });
    if ((await readdir(asked)).length > 0)
      throw new Error(`The demo begins with an empty folder, and ${asked} is not. Set DATA_DIR to another.`);
    return { dataDir: path.resolve(asked), own: false };
  }
  await mkdir('.data', { recursive: true });
  return { dataDir: await mkdtemp(path.resolve('.data', 'demo-')), own: true };
}

async function signUp(send: Send, server: string): Promise<Who> {
  chapter('The first person signs up: that makes an organization, a workspace and a brand');
  const reply = await send('POST', '/api/auth/sign-up', {
    who: { name: person.name, headers: {} },
    expect: 201,
    body: person,
    says: ({ body }) => `${body.data.user.name} <${body.data.user.email}> is admin`,
    holds: ({ headers }) => headers.getSetCookie().length === 1,
  });
  const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { name: person.name, headers: { cookie, origin: server } };
}

/** @returns the agent's key. */
async function setUp(send: Send, mara: Who): Promise<string> {
  chapter('She defines custom fields, and makes a key for an agent that may propose');
  const fields = [
    {
      key: 'subject',
      label: 'Subject',
      type: 'select',
      options: ['space', 'animal', 'food'],
      required: true,
    },
    { key: 'campaign', label: 'Campaign', type: 'text' },
  ];
  for (const field of fields) {
    await send('POST', '/api/v1/fields', {
      who: mara,
      expect: 201,
      body: field,
      says: ({ body: { data } }) =>
        `${data.key}: ${data.type}${data.options.length > 0 ? ` of ${data.options.join(', ')}` : ''}`,
    });
  }
  const made = await send('POST', '/api/v1/keys', {
    who: mara,
    expect: 201,
    body: { name: 'Scout', scope: 'propose' },
    says: ({ body: { data } }) => `${data.prefix}…, scope ${data.scope}`,
    holds: ({ body: { data } }) => data.scope === 'propose' && data.owner === null,
  });
  return made.body.data.secret;
}

interface Filed {
  data: Asset & { width: number; height: number; status: string; proposedBy: string };
  deduped: boolean;
}

const filedAs = ({ data, deduped }: Filed): string =>
  deduped
    ? `${data.filename} was here already`
    : `${data.filename}, ${data.width} × ${data.height}, ${data.status}`;

/** No bytes go through a tool: one returns an address to upload to, another files the upload. */
async function sendIn(
  send: Send,
  scout: Agent,
  filename: string,
  mime: string,
  { again = false } = {},
): Promise<Asset> {
  const file = path.join('fixtures', filename);
  const { size } = await stat(file);
  const ticket = await scout.use(
    'create_upload',
    { filename, mime, size },
    { says: ({ expiresIn }) => `an address to send ${size} bytes to, for ${expiresIn / 3600} hours` },
  );
  await send('PUT', ticket.uploadUrl, {
    who: { name: scout.name, headers: {} }, // the address is the permission
    expect: 200,
    body: Readable.toWeb(createReadStream(file)),
    headers: { 'content-type': 'application/octet-stream' },
    says: ({ body: { data } }) => `${data.size} bytes, sha256 ${data.sha256.slice(0, 8)}…`,
    holds: ({ body: { data } }) => data.size === size,
  });
  const filed: Filed = await scout.use(
    'finish_upload',
    { token: ticket.token, origin: 'licensed' },
    {
      says: filedAs,
      holds: ({ data, deduped }: Filed) =>
        data.status === 'proposed' && data.proposedBy === 'Scout' && deduped === again,
    },
  );
  return filed.data;
}

interface Library {
  hubble: Asset;
  rocket: Asset;
  chelsea: Asset;
  coffee: Asset;
}

async function sendAll(send: Send, scout: Agent): Promise<Library> {
  chapter('The agent sends photographs in: they wait for a person');
  const hubble = await sendIn(send, scout, 'hubble_deep_field.jpg', 'image/jpeg');
  const rocket = await sendIn(send, scout, 'rocket.jpg', 'image/jpeg');
  const chelsea = await sendIn(send, scout, 'chelsea.png', 'image/png');
  const coffee = await sendIn(send, scout, 'coffee.png', 'image/png');
  await sendIn(send, scout, 'coffee.png', 'image/png', { again: true });
  return { hubble, rocket, chelsea, coffee };
}

async function suggest(scout: Agent, { hubble, rocket, chelsea }: Library): Promise<void> {
  chapter('It suggests tags and values; what it may not do is refused in words');
  const tags = (asset: Asset, suggested: string[]) =>
    scout.use(
      'propose_tags',
      { id: asset.id, tags: suggested },
      {
        says: ({ data }) => `waiting: ${data.proposedTags.join(', ')}`,
        holds: ({ data }) => data.tags.length === 0 && data.proposedTags.length === suggested.length,
      },
    );
  const values = (asset: Asset, suggested: Record<string, string>) =>
    scout.use(
      'propose_fields',
      { id: asset.id, fields: suggested },
      {
        says: ({ data }) => `waiting: ${inWords(data.proposedFields)}`,
        holds: ({ data }) => Object.keys(data.fields).length === 0,
      },
    );
  await scout.use(
    'list_fields',
    {},
    {
      says: ({ data }) => data.map(({ key }: { key: string }) => key).join(', '),
      holds: ({ data }) => data.length === 2,
    },
  );
  await tags(hubble, ['galaxy', 'deep field', 'hubble']);
  await values(hubble, { subject: 'space', campaign: 'Look up' });
  await values(rocket, { subject: 'space' });
  await values(chelsea, { subject: 'animal' });
  await scout.use(
    'propose_fields',
    { id: rocket.id, fields: { subject: 'rockets' } },
    {
      refused: 'invalid',
      says: ({ message }) => message,
      holds: ({ detail }) => detail.issues[0].path === 'fields.subject',
    },
  );
  await scout.use(
    'set_rules',
    { set: [{ key: 'voice.greeting', type: 'text', value: 'Hey!' }] },
    {
      refused: 'forbidden',
      says: ({ message }) => message,
      holds: ({ detail }) => detail.needs === 'write' && detail.propose[0] === 'propose_rules',
    },
  );
}

async function review(
  send: Send,
  mara: Who,
  { hubble, rocket, chelsea, coffee }: Library,
  dataDir: string,
): Promise<void> {
  chapter('A person looks at what waits, accepts three and rejects one with a note');
  await send('GET', '/api/v1/assets?review=true', {
    who: mara,
    expect: 200,
    says: ({ body: { data, total } }) =>
      `${total} wait: ${data.map((asset: Asset) => asset.filename).join(', ')}`,
    holds: ({ body }) => body.total === 4,
  });
  await send('GET', `/api/v1/assets/${hubble.id}`, {
    who: mara,
    expect: 200,
    says: ({ body: { data } }) =>
      `${data.state}, by ${data.proposedBy}, tags ${data.proposedTags.join(', ')}`,
    holds: ({ body: { data } }) => data.proposedFields.subject === 'space',
  });
  const thumbnail = await send('GET', `/api/v1/assets/${hubble.id}/content/w_320,f_webp`, {
    who: mara,
    expect: 200,
    says: ({ bytes }) => `a thumbnail of ${bytes.length} bytes`,
  });
  await writeFile(path.join(dataDir, 'waiting.webp'), thumbnail.bytes);
  const accept = (asset: Asset, patch: object) =>
    send('PATCH', `/api/v1/assets/${asset.id}`, {
      who: mara,
      expect: 200,
      body: { status: 'active', ...patch },
      says: ({ body: { data } }) =>
        `${data.state}, ${inWords(data.fields)}${data.tags.length > 0 ? `, tags ${data.tags.join(', ')}` : ''}`,
      holds: ({ body: { data } }) =>
        data.state === 'active' && data.proposedTags.length === 0 && !('subject' in data.proposedFields),
    });
  await accept(hubble, {
    title: 'Hubble Deep Field',
    creator: 'NASA/ESA',
    tags: ['galaxy', 'deep field'],
    proposedTags: [],
    fields: { subject: 'space', campaign: 'Look up' },
  });
  await accept(rocket, { title: 'Lift-off', creator: 'SpaceX', fields: { subject: 'space' } });
  await accept(chelsea, { title: 'Chelsea', fields: { subject: 'animal' } });
  await send('PATCH', `/api/v1/assets/${coffee.id}`, {
    who: mara,
    expect: 200,
    body: { status: 'rejected', reviewNote: 'We have a better cup from the spring shoot.' },
    says: ({ body: { data } }) => `${data.state}: ${data.reviewNote}`,
    holds: ({ body: { data } }) => data.state === 'rejected',
  });
}

/** @returns the address of a rendition of it. */
async function readBack(scout: Agent, { hubble, coffee }: Library): Promise<string> {
  chapter('The agent reads what became of them, and asks whether it may use what it finds');
  await scout.use(
    'my_proposals',
    { kind: 'asset', status: 'rejected' },
    {
      says: ({ data: [one] }) => `${one.status} by ${one.decidedBy}: ${one.reviewNote}`,
      holds: ({ data }) => data.length === 1 && data[0].target.id === coffee.id,
    },
  );
  await scout.use(
    'search_assets',
    { q: 'gal', 'f.subject': 'space' },
    {
      says: ({ data, total }) => `found ${total}: ${data[0].metadata.title}`,
      holds: ({ data }) => data.length === 1 && data[0].id === hubble.id,
    },
  );
  await scout.use(
    'describe_asset',
    { id: hubble.id },
    {
      says: ({ title, creator, fields }) => `"${title}" by ${creator}, ${inWords(fields)}`,
      holds: ({ title, fields }) => title === 'Hubble Deep Field' && fields.campaign === 'Look up',
    },
  );
  await scout.use(
    'check_use',
    { asset: hubble.id, channel: 'web' },
    {
      says: ({ allowed }) => (allowed ? 'yes, it may be used' : 'no'),
      holds: ({ allowed }) => allowed === true,
    },
  );
  await scout.use(
    'check_use',
    { asset: coffee.id, channel: 'web' },
    {
      says: ({ reasons }) => `no: ${reasons[0].message}`,
      holds: ({ allowed }) => allowed === false,
    },
  );
  const { data } = await scout.use(
    'rendition_url',
    { id: hubble.id, w: 800, f: 'webp' },
    {
      says: ({ data: { url } }) => `…${new URL(url).pathname.slice(-16)}`,
      holds: (answer) => answer.data.public === true,
    },
  );
  return data.url;
}

async function deliver(
  send: Send,
  mara: Who,
  library: Library,
  rendition: string,
  dataDir: string,
): Promise<void> {
  chapter('Everyone gets what is active, as it was sent and in the size they ask for');
  const { hubble, rocket, chelsea, coffee } = library;
  const original = await readFile('fixtures/hubble_deep_field.jpg');
  await send('GET', `/a/${hubble.id}`, {
    who: visitor,
    expect: 200,
    says: ({ bytes }) => `the original, ${bytes.length} bytes, the same as were sent`,
    holds: ({ bytes }) => sha256(bytes) === sha256(original),
  });
  const webp = await send('GET', rendition, {
    who: visitor,
    expect: 200,
    says: ({ bytes, headers }) => `${headers.get('content-type')}, ${bytes.length} bytes`,
    holds: ({ headers }) => headers.get('content-type') === 'image/webp',
  });
  const { format, width, height } = await sharp(webp.bytes).metadata();
  if (format !== 'webp' || width !== 800)
    throw new Error(`The rendition should be WebP of 800 pixels, and is ${format} of ${width}.`);
  const file = path.join(dataDir, 'hubble-800.webp');
  await writeFile(file, webp.bytes);
  note(`saved as ${shortPath(file)}: ${width} × ${height}`);
  await send('GET', `/a/${rocket.id}/w_320,h_320,f_webp`, {
    who: visitor,
    expect: 200,
    says: ({ bytes }) => `cut to a square, ${bytes.length} bytes`,
  });
  await send('GET', `/a/${coffee.id}`, {
    who: visitor,
    expect: 404,
    says: ({ body }) => body.error.message,
  });
  await send('PATCH', `/api/v1/assets/${chelsea.id}`, {
    who: mara,
    expect: 200,
    body: { status: 'archived' },
    says: ({ body: { data } }) => `${data.filename} is ${data.state}`,
    holds: ({ body: { data } }) => data.state === 'archived',
  });
  await send('GET', `/a/${chelsea.id}`, {
    who: visitor,
    expect: 410,
    says: ({ body }) => body.error.message,
  });
}

/** The files of a folder, by path within it. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map((file) => readFile(file, 'utf8')));
  return Object.fromEntries(
    paths.map((file, index) => [path.relative(folder, file).split(path.sep).join('/'), texts[index] ?? '']),
  );
}

async function publishBrand(send: Send, mara: Who, scout: Agent): Promise<void> {
  chapter("Marque's own brand is taken in from the files in brand/, published, and read");
  const files = await filesIn('brand');
  const { body: brands } = await send('GET', '/api/v1/brands', {
    who: mara,
    expect: 200,
    says: ({ body: { data } }) => `the default brand is "${data[0].name}"`,
  });
  const at = `/api/v1/brands/${brands.data[0].slug}`;
  await send('POST', `${at}/files/import`, {
    who: mara,
    expect: 200,
    body: { files, message: 'From brand/' },
    says: ({ body: { data } }) =>
      `version ${data.version}: ${data.changes.rules.added.length} rules, ${data.changes.pages.added.length} pages`,
    holds: ({ body: { data } }) => data.changed && data.conflicts.length === 0,
  });
  await send('POST', `${at}/publish`, {
    who: mara,
    expect: 200,
    body: { note: 'The first one' },
    says: ({ body: { data } }) => `version ${data.version}, for everyone who reads it`,
    holds: ({ body: { data } }) => data.unchanged === false,
  });
  const { slug } = brands.data[0];
  await scout.use(
    'list_pages',
    { slug },
    {
      says: ({ data }) => data.map(({ title }: { title: string }) => title).join(', '),
      holds: ({ data }) => data.length === 5 && data[4].parent === 'voice',
    },
  );
  await scout.use(
    'brand_updates',
    { slug },
    {
      says: ({ data }) => `"${data[0].note}": ${data[0].changes.rules.added.length} rules added`,
      holds: ({ data }) => data.length === 1 && data[0].changes.pages.added.length === 5,
    },
  );
}

/** The path relative to the working directory, if it's below it. */
function shortPath(file: string): string {
  const relative = path.relative('.', file);
  return relative.startsWith('..') ? file : relative;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Two pages, a stylesheet and a picture, as a build produces them. */
async function buildSite(): Promise<Buffer> {
  const page = (title: string, body: string): Buffer =>
    Buffer.from(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="./style.css"><body><main><h1>${title}</h1>${body}</main></body></html>`,
    );
  const files: Record<string, Buffer> = {
    'index.html': page('Look up', '<p>Our guide to pictures of the sky.</p><a href="./colours">Colours</a>'),
    'colours.html': page('Colours', '<p>Night and rust.</p><a href="./">Back</a>'),
    '404.html': page('Not here', '<a href="/">To the beginning</a>'),
    'style.css': Buffer.from(
      'body{margin:0;min-height:100vh;display:grid;align-items:end;background:#05060a url(./sky.jpg) center/cover;color:#fff;font:1.25rem/1.5 system-ui,sans-serif}main{padding:12vh 8vw;background:linear-gradient(transparent,#05060a)}h1{font-size:clamp(3rem,10vw,8rem);line-height:1;margin:0}a{color:inherit}',
    ),
    'sky.jpg': await readFile('fixtures/hubble_deep_field.jpg'),
  };
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  const sent = new Response(Readable.toWeb(zip.outputStream as Readable) as unknown as BodyInit);
  return Buffer.from(await sent.arrayBuffer());
}

/** A portal that shows the brand and offers a picture for download to the public. */
async function openPortal(send: Send, mara: Who, { hubble }: Library): Promise<string> {
  chapter('She opens a portal for the brand, and a visitor reads what is there');
  const { body: brands } = await send('GET', '/api/v1/brands', {
    who: mara,
    expect: 200,
    says: ({ body: { data } }) => `the brand is "${data[0].name}"`,
  });
  const { body: press } = await send('POST', '/api/v1/collections', {
    who: mara,
    expect: 201,
    body: { name: 'Press' },
    says: ({ body: { data } }) => `the collection "${data.name}"`,
  });
  await send('POST', `/api/v1/collections/${press.data.id}/assets`, {
    who: mara,
    expect: 200,
    body: { add: [hubble.id] },
    says: () => `${hubble.filename} is in it`,
  });
  const { body: portal } = await send('POST', '/api/v1/portals', {
    who: mara,
    expect: 201,
    body: {
      name: 'Press room',
      intro: 'Pictures to print, and how the brand speaks.',
      terms: 'Say whose pictures they are.',
      brands: [brands.data[0].slug],
      collections: [press.data.id],
      presets: [{ name: 'For the web', transform: 'w_1280,f_webp' }],
    },
    says: ({ body: { data } }) => data.url,
  });
  const at = `/api/v1/portal/${portal.data.slug}`;
  await send('GET', at, {
    who: visitor,
    expect: 200,
    says: ({ body }) => `${body.brands[0].name}, and ${body.total} file with its downloads`,
    holds: ({ body }) => body.total === 1 && body.assets[0].id === hubble.id,
  });
  await send('GET', `${at}/site`, {
    who: visitor,
    expect: 200,
    says: ({ body: { data } }) => `"${data.page.title}", the first of ${data.pages.length} pages`,
  });
  await send('GET', `${at}/updates`, {
    who: visitor,
    expect: 200,
    says: ({ body: { data } }) => `what is new: "${data[0].note}"`,
    holds: ({ body: { data } }) => data.length === 1,
  });
  return portal.data.url as string;
}

async function openSite(send: Send, mara: Who): Promise<string> {
  chapter('She opens a site on an address of its own, and deploys a build to it');
  const { body: site } = await send('POST', '/api/v1/sites', {
    who: mara,
    expect: 201,
    body: { name: 'Guide', kind: 'guidelines' },
    says: ({ body: { data } }) => data.url,
  });
  await send('POST', `/api/v1/sites/${site.data.id}/deployments?wait=true`, {
    who: mara,
    expect: 201,
    body: await buildSite(),
    headers: { 'content-type': 'application/zip' },
    says: ({ body: { data } }) => `${data.state}: ${data.files} files, ${data.bytes} bytes`,
    holds: ({ body: { data } }) => data.state === 'live' && data.files === 5,
  });
  return site.data.url as string;
}

interface Opened {
  portal: string;
  site: string;
}

async function runStory(server: RunningServer, dataDir: string): Promise<Library & Opened> {
  const send: Send = (method, address, options) => callAt(server.url, method, address, options);
  const mara = await signUp(send, server.url);
  const scout = await connectAgent(server.url, 'Scout', await setUp(send, mara));
  const library = await sendAll(send, scout);
  await suggest(scout, library);
  chapter('Nobody else sees what waits');
  await send('GET', `/a/${library.hubble.id}`, {
    who: visitor,
    expect: 404,
    says: ({ body }) => body.error.message,
  });
  await review(send, mara, library, dataDir);
  const rendition = await readBack(scout, library);
  await deliver(send, mara, library, rendition, dataDir);
  await publishBrand(send, mara, scout);
  await scout.close();
  const portal = await openPortal(send, mara, library);
  return { ...library, portal, site: await openSite(send, mara) };
}

function printAddresses(
  server: RunningServer,
  { hubble, rocket, portal, site }: Library & Opened,
  dataDir: string,
): void {
  console.log(`
It is all there, and running. Look around:
   panel      ${server.url}/admin
   sign in    ${person.email}  ${person.password}
   original   ${server.url}/a/${hubble.id}
   rendition  ${server.url}/a/${rocket.id}/w_640,f_webp
   portal     ${portal}
   site       ${site}
   interface  ${server.url}/api/v1/openapi.json
   data       ${shortPath(dataDir)}
Ctrl-C stops it.`);
}

async function main(): Promise<void> {
  const began = Date.now();
  const { dataDir, own } = await makeDataDir();
  const server = await startServer({
    dataDir,
    port: await freePort(Number(process.env.PORT ?? 3000)),
    onBuild: () => {
      note('Building the panel (only once). This takes about a minute.');
    },
  });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= server.stop().then(async () => {
      if (own && exit) await rm(dataDir, { recursive: true, force: true });
    }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  try {
    console.log(
      `Marque runs at ${server.url}, on an empty folder (ready in ${(server.readyMs / 1000).toFixed(1)} s).`,
    );
    const library = await runStory(server, dataDir);
    console.log(`\nDone in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    if (exit) return;
    printAddresses(server, library, dataDir);
    await server.ended;
  } catch (error) {
    // Stopped in the middle of the demo: a call that fails because the server is gone isn't a failure.
    if (!stopping) throw error;
  } finally {
    await stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(`\nThe demo failed. ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
