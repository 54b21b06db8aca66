// The panel for editors: the built service in its own process, in a real browser.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { until } from '../setup/children.ts';
import { admin, dropFile, look, type Panel, startPanel, type Visitor } from '../setup/panel.ts';

const maxUploadBytes = 2_000_000;

let panel: Panel;
let visitor: Visitor;
let page: Page;
/** The page's pending requests. */
const underWay = new Set<unknown>();

/** Calls the API as the browser's person. */
const api = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  visitor.api<T>(method, path, body);

interface Seen {
  data: {
    id: string;
    status: string;
    tags: string[];
    fields: Record<string, unknown>;
    metadata: { title?: string };
    rights: { expires: string | null; channels: string[] } | null;
    reviewNote: string | null;
    proposedTags: string[];
    proposedFields: Record<string, unknown>;
  };
}

const seen = async (id: string): Promise<Seen['data']> =>
  (await api<Seen>('GET', `/api/v1/assets/${id}`)).data;

/** Proposes an image with an agent's key. */
async function propose(key: string, bytes: Buffer, filename: string): Promise<string> {
  const send = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${panel.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as T;
  };
  const file = { filename, mime: 'image/png', size: bytes.length };
  const { token, uploadUrl } = await send<{ token: string; uploadUrl: string }>('/api/v1/uploads', file);
  expect((await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })).ok).toBe(true);
  const { data } = await send<Seen>('/api/v1/assets', { token });
  expect(data.status).toBe('proposed');
  await send(`/api/v1/assets/${data.id}/proposed-tags`, { tags: ['coffee', 'green'] });
  await send(`/api/v1/assets/${data.id}/proposed-fields`, { fields: { subject: 'food' } });
  return data.id;
}

const card = (name: string) => page.locator('[data-asset]').filter({ has: page.getByRole('link', { name }) });

/** Waits until the card's thumbnail is rendered. */
async function untilDrawn(name: string): Promise<void> {
  const picture = card(name).locator('img');
  await picture.waitFor();
  await page.waitForFunction(
    (image) => (image as HTMLImageElement).naturalWidth > 0,
    await picture.elementHandle(),
  );
}

/** Presses Save, and waits for Payload's response. */
async function save(): Promise<number> {
  const answered = page.waitForResponse(
    (answer) => answer.url().includes('/api/assets/') && answer.request().method() === 'PATCH',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  return (await answered).status();
}

beforeAll(async () => {
  panel = await startPanel({ MAX_UPLOAD_BYTES: String(maxUploadBytes) }, { firstAccount: false });
  visitor = await panel.visit();
  ({ page } = visitor);
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
}, 1_200_000); // the panel is built first where it isn't

afterAll(() => panel?.close());

afterEach(() => {
  expect(panel.complaints()).toEqual([]);
});

describe('the first visit', () => {
  it('asks for the first account, and explains that a setup link is outdated', async () => {
    await page.goto(`${panel.url}/admin`);
    await page.waitForURL('**/admin/create-first-user');
    await page.getByText('At least 10 characters').waitFor();

    await page.goto(`${panel.url}/admin/create-first-user?token=of-another-server`);
    await page.getByLabel('Your name').fill('Edda Editor');
    await page.getByLabel('E-mail').fill(admin.email);
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').filter({ hasText: 'may be an old one' }).waitFor();
    await panel.expectRefusal(403);
    expect((await panel.sql.query('select 1 from users')).rowCount).toBe(0);
  });

  it('creates the account with the printed link, and signs in', async () => {
    await page.goto(await panel.setupLink());
    await page.getByLabel('Your name').fill('Edda Editor');
    await page.getByLabel('E-mail').fill(admin.email);
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Hello, Edda' }).waitFor();
    await page.getByRole('link', { name: 'Upload a file' }).waitFor();
    await page.getByRole('link', { name: 'Connect an agent' }).waitFor();
    await page.getByRole('link', { name: 'Create a brand' }).waitFor();
    await page.getByRole('link', { name: 'Open a portal' }).waitFor();
    expect(await page.title()).toContain('Marque');
  });
});

describe('the library', () => {
  it('accepts dropped and chosen files', async () => {
    await page.getByRole('link', { name: 'Upload a file' }).click();
    await page.getByRole('heading', { name: 'The library is empty' }).waitFor();
    await dropFile(page, 'coffee.png', await readFile('fixtures/coffee.png'));
    await untilDrawn('coffee.png');
    await page.getByLabel('Files to upload').setInputFiles(['fixtures/chelsea.png', 'fixtures/rocket.jpg']);
    await Promise.all(['chelsea.png', 'rocket.jpg'].map(untilDrawn));
    expect(await card('rocket.jpg').textContent()).toContain('Active');
    await page.getByText('3 files uploaded').waitFor();
  });

  it('reports duplicates and files that are too large', async () => {
    await page.getByLabel('Files to upload').setInputFiles('fixtures/chelsea.png');
    await page.getByText('Already in the library').waitFor();
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(maxUploadBytes + 1) });
    await page.getByText(`up to ${maxUploadBytes} bytes`).waitFor();
    await panel.expectRefusal(413);
    await page.getByRole('button', { name: 'Close the list of uploads' }).click();
    const { data } = await api<{ data: unknown[] }>('GET', '/api/v1/assets');
    expect(data).toHaveLength(3);
  });

  it('searches while typing, and filters by state', async () => {
    await page.getByRole('searchbox').fill('rock');
    await page.getByText('1 asset', { exact: true }).waitFor();
    expect(await card('rocket.jpg').count()).toBe(1);
    expect(await card('chelsea.png').count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.getByText('3 assets').waitFor();
    expect(await page.getByRole('button', { name: /^Rejected/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Active 3/ }).click();
    await untilDrawn('chelsea.png');
  });

  it('shows the same as a table', async () => {
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('row').filter({ hasText: 'rocket.jpg' }).getByText('Active').waitFor();
    expect(
      await page
        .getByRole('row')
        .filter({ hasText: /\.(png|jpg)/ })
        .count(),
    ).toBe(3);
    await page.getByRole('button', { name: 'Grid' }).click();
    await untilDrawn('rocket.jpg');
  });
});

describe("Payload's own form for a new asset", () => {
  it('sends the bytes to our uploads', async () => {
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.goto(`${panel.url}/admin/collections/assets/create`);
    await page.locator('input[type="file"]').setInputFiles('fixtures/hubble_deep_field.jpg');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sent).url()).toContain('/api/v1/uploads/');
    await page.waitForURL(/collections\/assets\/[0-9a-f-]{36}/);
    await page.getByText('1000 × 872').waitFor();
  });

  it('reports a duplicate', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/create`);
    await page.locator('input[type="file"]').setInputFiles('fixtures/hubble_deep_field.jpg');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This file is already in the library').waitFor();
    await panel.expectRefusal(409);
    expect(new URL(page.url()).pathname).toBe('/admin/collections/assets/create');
  });
});

describe('an asset', () => {
  it('gets metadata, tags, rights and field values', async () => {
    await api('POST', '/api/v1/fields', {
      key: 'subject',
      label: 'Subject',
      type: 'select',
      options: ['space', 'food'],
    });
    await page.goto(`${panel.url}/admin/collections/fields/create`);
    await page.locator('#field-label').fill('Year');
    await page.locator('#field-key').fill('year');
    await page.locator('#field-type').selectOption({ label: 'Number' });
    await page.getByText('A value must be a number.').waitFor();
    const made = page.waitForResponse(
      (answer) => answer.url().includes('/api/fields') && answer.request().method() === 'POST',
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await made).status()).toBe(201);
    await page.waitForURL(/\/collections\/fields\/[0-9a-f-]{36}/);
    await page.goto(`${panel.url}/admin/collections/assets`);
    await page.getByRole('link', { name: 'chelsea.png' }).click();
    await page.getByLabel('Title').fill('Chelsea, asleep');
    await page.getByLabel('Tags').fill('cat');
    await page.keyboard.press('Enter');
    await page.getByLabel('Tags').fill('Cat, portrait,');
    await page.keyboard.press('Enter');
    await page.getByLabel('Subject').selectOption('space');
    await page.getByLabel('Year').fill('2019');
    expect(await save()).toBe(200);
    await page.getByRole('button', { name: 'Rights' }).click();
    await page.getByLabel('Expires').fill('2020-01-31');
    await page.getByLabel('Channels').fill('web');
    await page.keyboard.press('Enter');
    expect(await save()).toBe(200);
    await page.getByRole('region', { name: 'Review' }).getByText('Expired').waitFor();

    const id = page.url().split('/').pop() ?? '';
    expect(await seen(id)).toMatchObject({
      metadata: { title: 'Chelsea, asleep' },
      tags: ['cat', 'portrait'],
      fields: { subject: 'space', year: 2019 },
      rights: { expires: '2020-01-31', channels: ['web'], license: null },
      status: 'active',
    });
  });

  it('shows the server’s error at the field, and saves a valid value', async () => {
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('Year').fill('99999999999999999');
    expect(await save()).toBe(400);
    await panel.expectRefusal(400);
    await page.getByText('Year must be a number').first().waitFor();
    await page.getByLabel('Year').fill('2020');
    expect(await save()).toBe(200);
    expect((await seen(page.url().split('/').pop() ?? '')).fields).toEqual({ subject: 'space', year: 2020 });
  });
});

describe('the library with field values', () => {
  it('filters by a field value, and keeps the filter in the address', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    const subject = page.getByRole('combobox', { name: 'Subject' });
    await subject.selectOption({ label: 'space (1)' });
    await page.getByText('1 asset', { exact: true }).waitFor();
    await untilDrawn('Chelsea, asleep');
    await page.waitForURL(/[?&]f\.subject=space/);
    await page.reload();
    await page.getByText('1 asset', { exact: true }).waitFor();
    expect(await subject.inputValue()).toBe('space');
    await subject.selectOption({ label: 'Any Subject' });
    await page.getByText('4 assets', { exact: true }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has('f.subject'));
  });

  it('edits selected assets in bulk, reports failures, and downloads them as one zip', async () => {
    const [rocket, hubble] = await Promise.all(
      ['rocket', 'hubble'].map(async (q) => {
        const { data } = await api<{ data: { id: string }[] }>('GET', `/api/v1/assets?q=${q}`);
        return data[0]?.id ?? '';
      }),
    );
    await api('PATCH', `/api/v1/assets/${hubble}`, { tags: ['stars'] });
    await page.reload();
    const choose = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await choose('rocket.jpg');
    await choose('hubble_deep_field.jpg');
    const bar = page.getByRole('region', { name: 'Selected assets' });
    await bar.getByText('2 selected').waitFor();
    const place = await bar.getByRole('link', { name: 'Download' }).getAttribute('href');
    const zip = await visitor.context.request.get(`${panel.url}${place}`);
    expect(zip.headers()['content-type']).toBe('application/zip');
    const bytes = await zip.body();
    expect(['rocket.jpg', 'hubble_deep_field.jpg'].map((name) => bytes.includes(name))).toEqual([true, true]);

    await bar.getByRole('button', { name: 'Edit' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('heading', { name: 'Edit 2 assets' }).waitFor();
    await sheet.getByLabel('Tags to add').fill('night, sky');
    await page.keyboard.press('Enter');
    await sheet.getByLabel('Field').selectOption({ label: 'Year' });
    await sheet.getByText('Year is cleared').waitFor();
    await sheet.getByLabel('Year').fill('1999');
    await sheet.getByText('Year is cleared').waitFor({ state: 'detached' });
    await look(panel, page, 'library-edit');
    await api('DELETE', `/api/v1/assets/${hubble}`);
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await sheet.getByRole('listitem').filter({ hasText: 'hubble_deep_field.jpg: ' }).waitFor();
    await sheet.getByRole('heading', { name: 'Edit 1 asset', exact: true }).waitFor();
    expect(await seen(rocket ?? '')).toMatchObject({ tags: ['night', 'sky'], fields: { year: 1999 } });

    await api('POST', `/api/v1/assets/${hubble}/restore`);
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(await seen(hubble ?? '')).toMatchObject({
      tags: ['stars', 'night', 'sky'],
      fields: { year: 1999 },
    });

    await choose('rocket.jpg');
    await bar.getByRole('button', { name: 'Edit' }).click();
    await sheet.getByLabel('Field').selectOption({ label: 'Year' });
    await sheet.getByRole('button', { name: 'Save changes' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect((await seen(rocket ?? '')).fields).toEqual({});
  });
});

describe('what an agent proposes', () => {
  let first: string;
  let second: string;

  it('uses a key created in the panel', async () => {
    await page.goto(`${panel.url}/admin/collections/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Tagging agent');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.mq-secret code').textContent()) ?? '';
    expect(key).toMatch(/^mq_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row').filter({ hasText: 'Tagging agent' }).waitFor();
    expect(await page.content()).not.toContain(key);

    const coffee = sharp('fixtures/coffee.png');
    first = await propose(
      key,
      await coffee.clone().modulate({ hue: 120 }).png().toBuffer(),
      'green-coffee.png',
    );
    second = await propose(key, await coffee.clone().greyscale().png().toBuffer(), 'grey-coffee.png');
  });

  it('is listed on the dashboard', async () => {
    await page.goto(`${panel.url}/admin`);
    const waiting = page.getByRole('region', { name: 'Waiting for review' });
    const entry = (name: string) =>
      waiting
        .getByRole('listitem')
        .filter({ hasText: name })
        .filter({ hasText: 'New asset' })
        .getByRole('link');
    await entry('grey-coffee.png').waitFor();
    expect(await entry('green-coffee.png').count()).toBe(1);
    await entry('green-coffee.png').click();
    await page.getByRole('heading', { name: 'green-coffee.png' }).waitFor();
    await page.getByRole('link', { name: 'Open the asset' }).click();
    await page.waitForURL(`**/collections/assets/${first}`);
  });

  it('the dashboard shows active agents, expiring assets, activity and remaining first steps', async () => {
    const { data } = await api<{ data: { id: string }[] }>('GET', '/api/v1/assets?q=rocket');
    const rocket = `/api/v1/assets/${data[0]?.id ?? ''}`;
    const expires = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10);
    await api('PATCH', rocket, { rights: { expires } });
    await page.goto(`${panel.url}/admin`);
    const region = (name: string) => page.getByRole('region', { name });
    const agent = region('Active agents').getByRole('listitem').filter({ hasText: 'Tagging agent' });
    await agent.getByRole('link', { name: /proposals wait/ }).waitFor();
    const ending = region('Expires within 30 days').getByRole('listitem');
    expect(await ending.allTextContents()).toEqual([expect.stringMatching(/^rocket\.jpg.*in 1[12] days/)]);
    await region('Recent activity').getByText('Tagging agent').first().waitFor();

    const steps = region('First steps');
    expect(await steps.getByText('(done)').count()).toBe(2);
    const placeOf = (title: string) => steps.getByRole('link', { name: title }).getAttribute('href');
    expect(await placeOf('Create a brand')).toMatch(/\/admin\/brands\/[a-z-]+$/);
    expect(await placeOf('Open a portal')).toMatch(/\/admin\/collections\/portals\/create$/);
    await api('POST', '/api/v1/brands', { name: 'Orbit' });
    await api('POST', '/api/v1/portals', { name: 'Press' });
    await page.reload();
    await agent.waitFor();
    expect(await steps.count()).toBe(0);

    await page.goto(`${panel.url}/admin/collections/assets?expiresWithin=30`);
    await page.getByText('1 asset', { exact: true }).waitFor();
    await untilDrawn('rocket.jpg');
    await page.getByRole('button', { name: 'Expires within 30 days' }).click();
    await untilDrawn('Chelsea, asleep');
    await api('PATCH', rocket, { rights: null });
    await page.goto(`${panel.url}/admin/collections/assets/${first}`);
  });

  it('is accepted or dismissed without losing unsaved edits', async () => {
    await page.getByLabel('Title').fill('A green cup');
    const suggestions = page.getByRole('region', { name: 'Suggestions' });
    await suggestions.getByRole('button', { name: 'Accept tag coffee' }).click();
    await page.getByRole('button', { name: 'Remove tag coffee' }).waitFor();
    await suggestions.getByRole('button', { name: 'Dismiss tag green' }).click();
    await suggestions.getByText('green').waitFor({ state: 'detached' });
    await suggestions.getByRole('button', { name: 'Accept Subject: food' }).click();
    await suggestions.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Title').inputValue()).toBe('A green cup');
    expect(await page.getByLabel('Subject').inputValue()).toBe('food');
    expect(await save()).toBe(200);
    expect(await seen(first)).toMatchObject({
      status: 'proposed',
      metadata: { title: 'A green cup' },
      tags: ['coffee'],
      proposedTags: [],
      fields: { subject: 'food' },
      proposedFields: {},
    });
  });

  it('is approved, and the form still saves', async () => {
    const review = page.getByRole('region', { name: 'Review' });
    // Payload computes the form state on the server: a late response would restore the old state.
    await until(() => Promise.resolve(underWay.size === 0));
    await review.getByRole('button', { name: 'Approve' }).click();
    await review.getByRole('button', { name: 'Archive' }).waitFor();
    await until(() => Promise.resolve(underWay.size === 0));
    expect(await review.getByRole('button').count()).toBe(1);
    await page.getByLabel('Title').fill('A green cup of coffee');
    expect(await save()).toBe(200);
    expect(await page.getByText('modified by another user').count()).toBe(0);
    expect(await seen(first)).toMatchObject({
      status: 'active',
      metadata: { title: 'A green cup of coffee' },
    });
  });

  it('is rejected with a note', async () => {
    await page.goto(`${panel.url}/admin/collections/assets/${second}`);
    await page.getByRole('button', { name: 'Reject' }).click();
    const reject = page.getByRole('button', { name: 'Reject with this note' });
    expect(await reject.isDisabled()).toBe(true);
    await page.getByLabel('What should the proposer know?').fill('Send the one in colour.');
    await reject.click();
    await page.getByText('The reviewer’s note').waitFor();
    expect(await seen(second)).toMatchObject({ status: 'rejected', reviewNote: 'Send the one in colour.' });
  });
});

describe('the tabs of an asset', () => {
  const tab = (name: string) => page.getByRole('button', { name, exact: true });

  it('show its versions side by side, addresses to copy, uses and activity', async () => {
    const { data } = await api<{ data: { id: string; filename: string }[] }>(
      'GET',
      '/api/v1/assets?q=coffee',
    );
    const coffee = data.find(({ filename }) => filename === 'coffee.png')?.id ?? '';
    await page.goto(`${panel.url}/admin/collections/assets/${coffee}`);
    await tab('Versions').click();
    await page.getByText('There is only one version.').waitFor();
    await tab('Where used').click();
    await page.getByText('Not used anywhere you can see.').waitFor();
    const { data: kept } = await api<{ data: { id: string } }>('POST', '/api/v1/collections', {
      name: 'Coffee pictures',
    });
    await api('POST', `/api/v1/collections/${kept.id}/assets`, { add: [coffee] });

    const bytes = await sharp('fixtures/coffee.png').modulate({ hue: 40 }).png().toBuffer();
    const file = { filename: 'coffee-2.png', mime: 'image/png', size: bytes.length };
    const ticket = await api<{ token: string; uploadUrl: string }>('POST', '/api/v1/uploads', file);
    expect((await fetch(ticket.uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })).ok).toBe(true);
    await api('POST', '/api/v1/assets', { token: ticket.token, versionOf: coffee });
    await page.reload();
    await tab('Versions').click();
    const [first, second] = [1, 2].map((n) =>
      page.getByRole('region', { name: `Version ${n}`, exact: true }),
    );
    await second?.getByText('coffee-2.png').waitFor();
    await second?.getByText('Current version').waitFor();
    await page.getByRole('button', { name: 'Use version 1' }).click();
    await first?.getByText('Current version').waitFor();

    await tab('Renditions').click();
    await page.getByText(`${panel.url}/a/${coffee}/w_320,f_webp`).waitFor();
    await tab('Where used').click();
    const place = page
      .getByRole('list', { name: 'Collections' })
      .getByRole('link', { name: 'Coffee pictures' });
    await place.waitFor();
    expect(await place.getAttribute('href')).toBe(`/admin/collections/collections/${kept.id}`);
    await tab('Activity').click();
    await page.getByRole('listitem').filter({ hasText: 'Edda Editor' }).first().waitFor();
  });
});

describe('someone who can only read one workspace', () => {
  let other: string;

  beforeAll(async () => {
    const made = await panel.sql.query<{ id: string }>(
      `insert into workspaces (name, slug, organization_id) select 'Studio', 'studio', organization_id from workspaces returning id`,
    );
    other = made.rows[0]?.id ?? '';
    // The same password, already hashed.
    await panel.sql.query(
      `insert into users (name, email, hash, salt) select 'Rea Reader', 'rea@example.com', hash, salt from users`,
    );
    await panel.sql.query(
      `insert into grants (user_id, resource, resource_id, scope, limits, organization_id, workspace_id)
       select u.id, 'workspace', w.id::text, 'read', '[]', w.organization_id, w.id
       from users u, workspaces w where u.email = 'rea@example.com' and w.slug = 'library'`,
    );
  });

  it('sees a read-only library, and no other workspace', async () => {
    const { context: hers, page: reader } = await panel.visit();
    await panel.signIn(reader, { email: 'rea@example.com', password: admin.password });
    await reader.getByRole('heading', { name: 'Hello, Rea' }).waitFor();
    await reader.goto(`${panel.url}/admin/collections/assets`);
    await reader.getByRole('link', { name: 'rocket.jpg' }).waitFor();
    expect(await reader.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    expect(await reader.getByRole('checkbox').count()).toBe(0);
    expect(await reader.getByRole('combobox', { name: 'Workspace' }).count()).toBe(0);
    await reader.getByRole('link', { name: 'rocket.jpg' }).click();
    await reader.getByText('640 × 427').waitFor();
    expect(await reader.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expect(await reader.getByRole('region', { name: 'Review' }).getByRole('button').count()).toBe(0);
    expect(await reader.getByLabel('Title').isDisabled()).toBe(true);
    await reader.goto(`${panel.url}/admin/collections/workspaces`);
    await reader.getByRole('link', { name: 'Library' }).first().waitFor();
    expect(await reader.getByText('Studio').count()).toBe(0);
    await hers.close();
  });

  it('an admin can switch workspaces, and sees only the current one’s content', async () => {
    await page.goto(`${panel.url}/admin/collections/assets`);
    await untilDrawn('rocket.jpg');
    await page.getByRole('combobox', { name: 'Workspace' }).selectOption('Studio');
    await page.getByRole('heading', { name: 'The library is empty' }).waitFor();
    const cookies = await visitor.context.cookies();
    expect(cookies.find(({ name }) => name === 'mq_workspace')).toMatchObject({
      value: other,
      sameSite: 'Lax',
    });
    await page.goto(`${panel.url}/admin/collections/keys`);
    await page.getByRole('button', { name: 'Create a key' }).waitFor();
    expect(await page.getByText('Tagging agent').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Workspace' }).selectOption('Library');
    await page.getByRole('row').filter({ hasText: 'Tagging agent' }).waitFor();
  });
});

describe('a key', () => {
  it('is revoked from its page, after a confirmation that names it', async () => {
    await page.goto(`${panel.url}/admin/collections/keys`);
    await page.getByRole('row').filter({ hasText: 'Tagging agent' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke “Tagging agent”' }).click();
    await page.waitForURL('**/admin/collections/keys');
    await page.getByRole('button', { name: 'Create a key' }).waitFor();
    expect(await api('GET', '/api/v1/keys')).toEqual({ data: [] });
  });
});

describe('activity', () => {
  const event = (words: string) => page.getByRole('listitem').filter({ hasText: words });

  it('lists who did what, and for admins the audit log', async () => {
    await api('POST', '/api/v1/collections', { name: 'Launch', private: true });
    await page.goto(`${panel.url}/admin`);
    await page.getByRole('button', { name: 'Open Menu' }).click();
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    await page.getByRole('heading', { name: 'Activity', exact: true }).waitFor();
    await event('Edda Editor created the collection Launch').waitFor();
    expect(await event('Rea Reader signed in').count()).toBe(0);
    await page.getByRole('button', { name: 'Audit' }).click();
    const kept = event('Edda Editor kept write on collection Launch');
    await kept.getByText('What changed').click();
    await kept.getByText('After').waitFor();
    await event('Edda Editor created the key Tagging agent with propose').waitFor();
    await event('Rea Reader signed in').waitFor();
  });

  it('loads earlier entries', async () => {
    await panel.sql.query(
      `insert into marque.events (type, organization_id, workspace_id, actor_kind, actor_name, subject_kind, subject_id, detail)
       select 'field.changed', w.organization_id, w.id, 'system', 'Marque', 'field', gen_random_uuid(), jsonb_build_object('name', 'Field ' || n)
       from generate_series(1, 40) n, workspaces w where w.slug = 'library'`,
    );
    await page.goto(`${panel.url}/admin/activity`);
    await event('Marque changed the field Field 40').waitFor();
    expect(await event('created the collection Launch').count()).toBe(0);
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await event('Edda Editor created the collection Launch').waitFor();
  });

  it('asks visitors to sign in first', async () => {
    const { context: theirs, page: stranger } = await panel.visit();
    await stranger.goto(`${panel.url}/admin/activity`);
    await stranger.waitForURL('**/admin/login?redirect=*activity');
    expect(new URL(stranger.url()).searchParams.get('redirect')).toMatch(/\/admin\/activity$/);
    await theirs.close();
  });
});

describe('every view', () => {
  const views = [
    ['the first page', '/admin', 'Hello, Edda'],
    ['the library', '/admin/collections/assets', 'Assets'],
    ['an asset', '', 'rocket.jpg'],
    ['the keys', '/admin/collections/keys', 'Keys'],
    ['a new field', '/admin/collections/fields/create', '[Untitled]'],
    ['the people', '/admin/collections/users', 'People'],
    ['the grants', '/admin/collections/grants', 'Grants'],
    ['the account', '/admin/account', 'Edda Editor'],
    ['the settings', '/admin/settings', 'Settings'],
    ['the activity', '/admin/activity', 'Activity'],
  ] as const;
  let rocket: string;

  beforeAll(async () => {
    const { data } = await api<{ data: { id: string }[] }>('GET', '/api/v1/assets?q=rocket');
    rocket = `/admin/collections/assets/${data[0]?.id ?? ''}`;
  });

  describe.each([
    ['at 1440 px, light', 1440, 'light'],
    ['at 390 px, dark', 390, 'dark'],
  ] as const)('%s', (_, width, colorScheme) => {
    beforeAll(async () => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
    });

    it.each(views)('%s has no serious finding and does not scroll sideways', async (_name, path, heading) => {
      await page.goto(`${panel.url}${path || rocket}`);
      await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await panel.findings(page)).toEqual([]);
      expect(await panel.overflow(page)).toBeLessThanOrEqual(0);
    });
  });
});
