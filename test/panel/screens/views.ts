// The views that have a reference, and how each gets into the state that it shows.
import type { Page } from 'playwright-core';
import { openProposal } from '../../setup/review-queue.ts';
import { admin, untilAlive, type Panel, type Visitor } from '../../setup/panel.ts';
import { pictureFile, type FixedLibrary } from './fixed-library.ts';

export interface Scene {
  panel: Panel;
  library: FixedLibrary;
  /** Of somebody who isn't signed in. */
  stranger: Visitor;
}

interface View {
  /** Opens it, and waits for what it's about. @returns the page that shows it */
  open: (scene: Scene) => Promise<Page>;
}

/** @param path below /admin */
const at = (
  path: string | ((library: FixedLibrary) => string),
  seen: (page: Page) => Promise<void>,
): View => ({
  open: async ({ panel, library }) => {
    const { page } = library.edda;
    await page.goto(`${panel.url}/admin${typeof path === 'string' ? path : path(library)}`);
    await seen(page);
    return page;
  },
});

const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('heading', { name }).first().waitFor();
/** Menus hold the same words, hidden. */
const text =
  (words: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByText(words).filter({ visible: true }).first().waitFor();

const uploads: View = {
  open: async (scene) => {
    const page = await at('/collections/assets', heading('Library')).open(scene);
    const files = ['coffee.png', 'rocket.jpg', 'chelsea.png'];
    await page
      .getByLabel('Files to upload')
      .setInputFiles([
        ...(await Promise.all(files.map(pictureFile))),
        { name: 'menu.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
      ]);
    await page.getByRole('region', { name: 'Uploads' }).waitFor();
    await page
      .getByText(/4 files uploaded|failed/)
      .first()
      .waitFor();
    await scene.panel.expectRefusal(415);
    return page;
  },
};

const selected: View = {
  open: async (scene) => {
    const page = await at('/collections/assets', text('Harbour at dawn')).open(scene);
    for (const title of ['Espresso, teal', 'The shop cat', 'Launch, wide'])
      await page.getByLabel(`Select ${title}`).click();
    await page.getByText('3 selected').first().waitFor();
    return page;
  },
};

const quickLook: View = {
  open: async (scene) => {
    const page = await at('/collections/assets', text('Harbour at dawn')).open(scene);
    await page.getByRole('link', { name: 'The shop cat' }).focus();
    await page.keyboard.press(' ');
    await page.getByRole('dialog').waitFor();
    return page;
  },
};

const finder: View = {
  open: async (scene) => {
    const page = await at('', heading(/^Hello/)).open(scene);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('spring');
    await page.getByRole('dialog').getByText('Spring campaign').first().waitFor();
    return page;
  },
};

const signIn: View = {
  open: async ({ panel, stranger: { page } }) => {
    await page.goto(`${panel.url}/admin/login`);
    await page.getByLabel('Email').fill(admin.email);
    return page;
  },
};

const proposal: View = {
  open: async ({ panel, library }) => {
    const { page, api } = library.edda;
    const target = library.assets['launch-wide.jpg'];
    const { data } = await api<{ data: { id: string }[] }>('GET', `/api/v1/proposals?target=${target}`);
    await openProposal(panel, page, data[0]?.id ?? '');
    return page;
  },
};

const portalPage: View = {
  open: async ({ library, stranger: { page } }) => {
    await page.goto(library.portal.url);
    await untilAlive(page);
    return page;
  },
};

const assetAt = (name: string) => (library: FixedLibrary) => `/collections/assets/${library.assets[name]}`;

export const views: Readonly<Record<string, View>> = {
  'sign-in': signIn,
  home: at('', heading(/^Hello/)),
  library: at('/collections/assets', text('Harbour at dawn')),
  'library-list': at('/collections/assets?view=list', text('Harbour at dawn')),
  'library-nothing': at('/collections/assets?q=zeppelin', heading('Nothing found')),
  selected,
  'quick-look': quickLook,
  finder,
  uploads,
  asset: at(assetAt('morning-shift.jpg'), text('Can we lose the spoon?')),
  trash: at('/collections/assets/trash', text('old-menu.jpg')),
  collections: at('/collections/collections', text('Spring campaign')),
  collection: at(
    ({ collections }) => `/collections/collections/${collections['Spring campaign']}`,
    text('The shop cat'),
  ),
  review: at('/review', text('Scout')),
  proposal,
  brands: at('/brands', text('Halden Coffee')),
  brand: at('/brands/brand', text('Rust')),
  'brand-pages': at('/brands/brand/pages', text('Colors')),
  'brand-page': at('/brands/brand/pages/colors', (page) =>
    page.getByRole('list', { name: 'Outline' }).waitFor(),
  ),
  'brand-theme': at('/brands/brand/theme', text(/^Accent/)),
  'brand-versions': at('/brands/brand/versions', text('The first one')),
  portals: at('/collections/portals', text('Press room')),
  portal: at(({ portal }) => `/collections/portals/${portal.id}`, text('Contents')),
  'portal-page': portalPage,
  sites: at('/collections/sites', text('Guide')),
  site: at(({ site }) => `/collections/sites/${site}`, text('Guide')),
  people: at('/collections/users', text('Jon Jansen')),
  person: at(({ mara }) => `/collections/users/${mara}`, text('Mara Meyer')),
  agents: at('/agents', text('Scout')),
  settings: at('/settings', heading('Settings')),
  workspaces: at('/collections/workspaces', heading('Workspaces')),
  fields: at('/collections/fields', text('Campaign')),
  activity: at('/activity', heading('Activity')),
  account: at('/account', text('Edda Lund')),
};
