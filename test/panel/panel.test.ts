// The panel from its first account on: proposals, readers, keys, activity, and every view.
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { callWithKey, fileAsset } from '../setup/panel-agent.ts';
import { admin, type Panel, startPanel, type Visitor } from '../setup/panel.ts';
import { saveAsset, seenAsset, thumbnailDrawn } from './panel-assets.ts';

let panel: Panel;
let visitor: Visitor;
let page: Page;

/** Calls the API as the browser's person. */
const api = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  visitor.api<T>(method, path, body);
const seen = (id: string) => seenAsset(visitor, id);
const untilDrawn = (name: string) => thumbnailDrawn(page, name);
const save = () => saveAsset(page);

/** Proposes an image with an agent's key. */
async function propose(key: string, bytes: Buffer, filename: string): Promise<string> {
  const call = callWithKey(panel, key);
  const id = await fileAsset(call, filename, bytes);
  expect((await seen(id)).status).toBe('proposed');
  await call('POST', `/api/v1/assets/${id}/proposed-tags`, { tags: ['coffee', 'green'] });
  await call('POST', `/api/v1/assets/${id}/proposed-fields`, { fields: { subject: 'food' } });
  return id;
}

beforeAll(async () => {
  panel = await startPanel({}, { firstAccount: false });
  visitor = await panel.visit();
  ({ page } = visitor);
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

describe('what an agent proposes', () => {
  let first: string;
  let second: string;

  beforeAll(async () => {
    await api('POST', '/api/v1/fields', {
      key: 'subject',
      label: 'Subject',
      type: 'select',
      options: ['space', 'food'],
    });
    await fileAsset(api, 'rocket.jpg', await readFile('fixtures/rocket.jpg'));
    await fileAsset(api, 'chelsea.png', await readFile('fixtures/chelsea.png'));
  });

  it('uses a key created in the panel', async () => {
    await page.goto(`${panel.url}/admin/collections/keys`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Tagging agent');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.mq-secret code').textContent()) ?? '';
    expect(key).toMatch(/^mq_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Tagging agent' }).waitFor();
    expect(await page.content()).not.toContain(key);

    const coffee = sharp('fixtures/coffee.png');
    first = await propose(
      key,
      await coffee.clone().modulate({ hue: 120 }).png().toBuffer(),
      'green-coffee.png',
    );
    second = await propose(key, await coffee.clone().grayscale().png().toBuffer(), 'grey-coffee.png');
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
    expect(await placeOf('Open a portal')).toMatch(/\/admin\/collections\/portals\?new=1$/);
    await api('POST', '/api/v1/brands', { name: 'Orbit' });
    await api('POST', '/api/v1/portals', { name: 'Press' });
    await page.reload();
    await agent.waitFor();
    expect(await steps.count()).toBe(0);

    await page.goto(`${panel.url}/admin/collections/assets?expiresWithin=30`);
    await page.getByText('1 asset', { exact: true }).waitFor();
    await untilDrawn('rocket.jpg');
    await page.getByRole('button', { name: 'Remove filter Expires: within 30 days' }).click();
    await untilDrawn('chelsea.png');
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
    const approve = review.getByRole('button', { name: 'Approve' });
    await page.getByLabel('Title').fill('A green cup of tea');
    expect(await save()).toBe(200);
    await approve.click();
    await review.getByRole('button', { name: 'Archive' }).waitFor();
    expect(await review.getByRole('button').count()).toBe(1);
    await page.getByLabel('Title').fill('A green cup of coffee');
    expect(await save()).toBe(200);
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
    await page.getByLabel('What should the proposer know?').fill('Send the one in color.');
    await reject.click();
    await page.getByText('The reviewer’s note').waitFor();
    expect(await seen(second)).toMatchObject({ status: 'rejected', reviewNote: 'Send the one in color.' });
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
    await panel.signInByForm(reader, { email: 'rea@example.com', password: admin.password });
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
    await reader.getByRole('listitem').filter({ hasText: 'Library' }).getByText('Open now').waitFor();
    expect(await reader.getByRole('button', { name: 'Create workspace' }).count()).toBe(0);
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
    await page.getByRole('listitem').filter({ hasText: 'Tagging agent' }).waitFor();
  });
});

describe('a key', () => {
  it('is revoked after a confirmation that names it', async () => {
    await page.goto(`${panel.url}/admin/collections/keys`);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke “Tagging agent”' }).click();
    await page.getByText('No keys yet.').waitFor();
    expect(await api('GET', '/api/v1/keys')).toEqual({ data: [] });
  });
});

describe('activity', () => {
  const event = (words: string) => page.getByRole('listitem').filter({ hasText: words });

  it('lists who did what, and for admins the audit log', async () => {
    await api('POST', '/api/v1/collections', { name: 'Launch', private: true });
    await page.goto(`${panel.url}/admin`);
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
    await event('Marque changed 30 fields').waitFor();
    expect(await event('created the collection Launch').count()).toBe(0);
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await event('Edda Editor created the collection Launch').waitFor();
    await event('Marque changed 40 fields').getByRole('button', { name: 'Show each' }).click();
    await page.getByRole('link', { name: 'Field 40', exact: true }).waitFor();
  });

  it('is limited to a kind of resource and a person, in the address', async () => {
    await page.getByLabel('About').selectOption('Collections');
    await event('Marque changed').first().waitFor({ state: 'detached' });
    await event('Edda Editor created the collection Launch').waitFor();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('collection');
    await page.getByLabel('By', { exact: true }).selectOption('Rea Reader');
    await page.getByText('Nothing yet.').waitFor();
    await page.goBack();
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
    ['the library', '/admin/collections/assets', 'Library'],
    ['an asset', '', 'rocket.jpg'],
    ['the keys', '/admin/collections/keys', 'Keys'],
    ['the people', '/admin/collections/users', 'People'],
    ['the account', '/admin/account', 'Edda Editor'],
    ['the settings', '/admin/settings', 'Settings'],
    ['the activity', '/admin/activity', 'Activity'],
    ['similar pictures', '/admin/duplicates', 'Similar pictures'],
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
