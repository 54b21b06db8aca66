// What else an agent can propose of an asset or a brand, in the review queue of a real browser.
// cspell:ignore alte Hafen Boote Nebel Morgennebel
import { beforeAll, describe, expect, it } from '@jest/globals';
import { filePicture, newPanelAgent, type PanelAgent } from '../setup/panel-agent.ts';
import { openProposal, proposalItem, waitingProposal } from '../setup/review-queue.ts';
import { look, openPanel } from '../setup/panel.ts';

const { panel, visitor: boss, page, data: api } = await openPanel();
let scout: PanelAgent;
let brand: { id: string; slug: string; name: string };

interface Asset {
  status: string;
  current: boolean;
  collections: string[];
}
const assetAt = (id: string): Promise<Asset> => api('GET', `/api/v1/assets/${id}`);
const own = (filename: string, meta: object = {}) => filePicture(boss.api.bind(boss), filename, { ...meta });

async function propose(kind: string, target: object, change: object, note?: string): Promise<string> {
  const { data } = await scout.call<{
    data: { results: { proposal?: { id: string }; error?: unknown }[] };
  }>('POST', '/api/v1/proposals', { items: [{ kind, target, change, ...(note ? { note } : {}) }] });
  expect(data.results[0]?.error).toBeUndefined();
  return data.results[0]?.proposal?.id ?? '';
}
const about = (id: string) => ({ resource: 'asset', id });

const one = (name: string) => page.getByRole('region', { name });
const sides = page.locator('.mq-sides');
const form = page.getByRole('form', { name: 'Edit and accept' });

/** Opens a proposal, and waits until it's shown as expected. */
async function open(id: string, name: string, ...words: string[]): Promise<void> {
  await openProposal(panel, page, id);
  for (const said of words) await one(name).getByText(said, { exact: true }).first().waitFor();
}
async function pressed(key: 'a', id: string): Promise<void> {
  await page.keyboard.press(key);
  await proposalItem(page, id).waitFor({ state: 'detached' });
}

beforeAll(async () => {
  scout = await newPanelAgent(panel, 'Scout', boss);
  [brand] = (await api<(typeof brand)[]>('GET', '/api/v1/brands')) as [typeof brand];
});

describe('the review queue', () => {
  it('shows a status before and after, by what it does', async () => {
    const id = await own('old-logo.png');
    const proposal = await propose('status', about(id), { status: 'archived' }, 'Replaced in spring.');
    await open(proposal, 'old-logo.png', 'Archive', 'Active', 'Archived', 'Replaced in spring.');
    await look(panel, page, 'status');
    await pressed('a', proposal);
    expect((await assetAt(id)).status).toBe('archived');
  });

  it('shows collections with their pictures, and lets one be left out', async () => {
    const id = await own('harbour.png');
    const made = async (name: string): Promise<string> =>
      (await api<{ id: string }>('POST', '/api/v1/collections', { name })).id;
    const [from, to, other] = [await made('Unsorted'), await made('Harbours'), await made('Summer')];
    for (const collection of [from, to])
      await api('POST', `/api/v1/collections/${collection}/assets`, {
        add: [collection === from ? id : await own('sea.png')],
      });
    const proposal = await propose('collections', about(id), { add: [to, other], remove: [from] });
    await open(proposal, 'harbour.png', 'Change collections');
    await sides.getByRole('link', { name: 'Unsorted' }).waitFor();
    await sides.getByRole('link', { name: 'Harbours' }).waitFor();
    await look(panel, page, 'collections');
    await page.keyboard.press('e');
    await form.getByRole('button', { name: 'Remove Summer' }).click();
    await look(panel, page, 'collections-edit');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect((await assetAt(id)).collections).toEqual([to]);
  });

  it('shows usage terms side by side, and what changed since', async () => {
    const id = await own('portrait.png');
    await api('PUT', `/api/v1/assets/${id}/usage`, { credit: 'Ida' });
    const terms = {
      credit: 'Photo: Ida Example',
      terms: 'Not on posters',
      licensorUrl: 'https://ida.example/licenses',
      mining: 'disallowed',
    };
    const proposal = await propose('usage', about(id), { usage: terms });
    await open(proposal, 'portrait.png', 'Change usage terms', 'Ida', 'Not on posters', 'Not allowed');
    await look(panel, page, 'usage');
    await api('PUT', `/api/v1/assets/${id}/usage`, { credit: 'Ida E.' });
    await page.keyboard.press('a');
    await panel.expectRefusal(409);
    await page.getByRole('heading', { name: 'Current state, next to what was proposed' }).waitFor();
    await page.keyboard.press('e');
    await form.getByLabel('Credit line').fill('Ida E. Example');
    await look(panel, page, 'usage-edit');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect(await api('GET', `/api/v1/assets/${id}/usage`)).toEqual({ ...terms, credit: 'Ida E. Example' });
  });

  it('shows the version in use beside the one to use', async () => {
    const first = await own('poster.png');
    const second = await own('poster-2.png', { versionOf: first });
    const proposal = await propose('version', about(second), { version: 1 }, 'The new one lost its date.');
    await open(proposal, 'poster-2.png', 'Make version 1 current', 'Version 1', 'Version 2');
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('.mq-sides img')].filter(
          (img) => img.naturalWidth > 0,
        ).length === 2,
    );
    await look(panel, page, 'version');
    await pressed('a', proposal);
    expect((await assetAt(first)).current).toBe(true);
  });

  it('shows a proposed new file as a new version, beside the current one', async () => {
    const first = await own('flyer.png');
    const uploaded = await filePicture(scout.call, 'flyer-brighter.png', { versionOf: first });
    const proposal = await waitingProposal(boss, uploaded);
    await open(proposal, 'flyer-brighter.png', 'New version', 'Current version');
    await look(panel, page, 'new-version');
    await pressed('a', proposal);
    expect((await assetAt(uploaded)).current).toBe(true);
  });

  it('shows where an asset comes from, part by part, and lets it be edited', async () => {
    const [id, parent] = [await own('drawing.png'), await own('sketch.png')];
    await api('PATCH', `/api/v1/assets/${id}`, { origin: 'shot' });
    const made = {
      origin: 'generated',
      parentAssetId: parent,
      generator: 'Brush 3',
      prompt: 'A harbour in fog, seen from the pier, in the style of a woodcut',
    };
    const proposal = await propose('provenance', about(id), { provenance: made });
    await open(proposal, 'drawing.png', 'Change where it comes from', 'Shot', 'Generated', 'Brush 3');
    await sides.getByRole('link', { name: 'sketch.png' }).waitFor();
    await look(panel, page, 'provenance');
    await page.keyboard.press('e');
    await form.getByLabel('Made with').fill('Brush 4');
    await look(panel, page, 'provenance-edit');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect(await assetAt(id)).toMatchObject({ ...made, generator: 'Brush 4' });
  });

  it('shows what to use instead of an asset, with its picture', async () => {
    const [id, next] = [await own('old-map.png'), await own('new-map.png')];
    const proposal = await propose('replacement', about(id), { replacement: next });
    await open(proposal, 'old-map.png', 'Name the asset to use instead', 'Nothing replaces it');
    await sides.getByRole('link', { name: 'new-map.png' }).waitFor();
    await look(panel, page, 'replacement');
    await pressed('a', proposal);
    expect(await assetAt(id)).toMatchObject({ supersededBy: next });
  });

  it('shows who can see an asset now and then, and lets that be edited', async () => {
    const id = await own('contract.png');
    const proposal = await propose('visibility', about(id), { visibility: { private: true, public: false } });
    const [everyone, few] = ['Everyone in the workspace', 'Private: only people who were given access'];
    await open(proposal, 'contract.png', 'Change who can see it', everyone, few);
    await look(panel, page, 'visibility');
    await page.keyboard.press('e');
    await form.getByLabel('Who can see it').selectOption(everyone);
    await look(panel, page, 'visibility-edit');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect(await assetAt(id)).toMatchObject({ private: false, public: false });
  });

  it('says what a deletion breaks, and restores without an edit', async () => {
    const id = await own('banner.png');
    const { id: collection } = await api<{ id: string }>('POST', '/api/v1/collections', { name: 'Campaign' });
    await api('POST', `/api/v1/collections/${collection}/assets`, { add: [id] });
    const proposal = await propose(
      'deleted',
      about(id),
      { deleted: true },
      'Nobody has opened it for a year.',
    );
    await open(proposal, 'banner.png', 'Delete');
    const uses = one('Where it’s used now');
    await uses.getByRole('link', { name: 'Campaign' }).waitFor();
    expect(await page.getByRole('group', { name: 'Decision' }).getByRole('button').count()).toBe(2);
    await page.keyboard.press('e');
    await look(panel, page, 'deleted');
    await pressed('a', proposal);
    expect(await assetAt(id)).toMatchObject({ state: 'deleted' });
    const { data } = await boss.api<{ data: { results: { proposal: { id: string } }[] } }>(
      'POST',
      '/api/v1/proposals',
      { items: [{ kind: 'deleted', target: about(id), change: { deleted: false } }] },
    );
    const restore = data.results[0]?.proposal.id ?? '';
    await open(restore, 'banner.png', 'Restore');
    await look(panel, page, 'restored');
    await pressed('a', restore);
    expect(await assetAt(id)).toMatchObject({ state: 'active' });
  });

  it('shows parts of a theme with their colors, and lets them be edited', async () => {
    await api('PATCH', '/api/v1/brand/rules', {
      set: [
        { key: 'color.sea', type: 'color', value: '#003366', label: 'Sea' },
        { key: 'color.sand', type: 'color', value: '#fff8e7', label: 'Sand' },
      ],
    });
    const change = { accent: 'color.sea', surface: 'color.sand', radius: 12, density: 'compact' };
    const proposal = await propose(
      'theme',
      { resource: 'brand', id: brand.id },
      change,
      'As on the posters.',
    );
    await open(proposal, 'Theme', 'Sea #003366', 'Sand #fff8e7', '12 pixels');
    await look(panel, page, 'theme');
    await page.keyboard.press('e');
    await form.getByLabel('Corner radius, in pixels').fill('16');
    await look(panel, page, 'theme-edit');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect(await api('GET', `/api/v1/brands/${brand.slug}/theme`)).toMatchObject({ ...change, radius: 16 });
  });

  it('shows texts by language, and lets them be edited', async () => {
    await api('PATCH', '/api/v1/settings/languages?context=workspace', { others: ['de'] });
    const id = await own('harbor.png', { title: 'Harbor' });
    await api('PUT', `/api/v1/assets/${id}/texts`, { de: { title: 'Der alte Hafen' } });
    const texts = { de: { title: 'Der Hafen', alt: 'Boote im Nebel' }, en: { alt: 'Boats in fog' } };
    const proposal = await propose('texts', about(id), { texts }, 'For the German site.');
    await open(proposal, 'Harbor', 'Change texts: de, en', 'Boats in fog');
    await page.getByRole('region', { name: 'German' }).getByText('Boote im Nebel').waitFor();
    await look(panel, page, 'texts');
    await page.keyboard.press('e');
    await form.getByLabel('Alt text (German)').fill('Boote im Morgennebel');
    await look(panel, page, 'texts-edit');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect(await api('GET', `/api/v1/assets/${id}/texts`)).toMatchObject({
      de: { title: 'Der Hafen', alt: 'Boote im Morgennebel' },
      en: { title: 'Harbor', alt: 'Boats in fog' },
    });
  });

  it('shows crops on the picture, before and after, and lets them be moved', async () => {
    const presets = [{ name: 'hero', width: 800, height: 300 }];
    await api('PATCH', '/api/v1/settings/renditions?context=workspace', { presets });
    const id = await own('quay.png', { title: 'Quay' });
    const hero = { x: 0.1, y: 0.1, width: 0.8, height: 0.3 };
    await api('PUT', `/api/v1/assets/${id}/crops`, { presets: { hero } });
    const crops = { focalPoint: { x: 0.2, y: 0.6 }, presets: { hero: { ...hero, y: 0.5 } } };
    const proposal = await propose('crops', about(id), { crops }, 'The boats are further down.');
    await open(proposal, 'Quay', 'Change crops: Focal point, Crop for hero', 'The boats are further down.');
    await page.getByRole('region', { name: 'Crop for hero' }).getByRole('slider').nth(1).waitFor();
    await look(panel, page, 'crops');
    await page.keyboard.press('e');
    await form.getByRole('slider', { name: 'Focal point' }).focus();
    await page.keyboard.press('ArrowRight');
    await look(panel, page, 'crops-edit');
    await form.getByRole('button', { name: 'Accept as edited' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });
    expect(await api('GET', `/api/v1/assets/${id}/crops`)).toMatchObject({
      focalPoint: { x: 0.21, y: 0.6 },
      presets: { hero: { ...hero, y: 0.5 } },
    });
  });

  it('shows a page to delete with what links to it, and offers no edit', async () => {
    const save = (slug: string, content: object) =>
      api('PUT', `/api/v1/brands/${brand.slug}/pages/${slug}`, content);
    const sections = [
      { template: 'text', title: 'Photographers', body: 'Ask the press office.' },
      { template: 'faq', title: 'Questions', items: [{ title: 'Whom do I call?', body: 'Nobody.' }] },
    ];
    await save('press', { title: 'Press', lede: 'For journalists', sections });
    const body = 'Journalists find more [here](press).';
    await save('contact', { title: 'Contact', sections: [{ template: 'text', body }] });
    await api('PATCH', '/api/v1/brand/rules', {
      set: [
        { key: 'color.ink', type: 'color', value: '#111111', label: 'Ink', usage: 'See [Press](press).' },
      ],
    });
    const target = { resource: 'brand', id: brand.id };
    const proposal = await propose('page_deletion', target, { page: 'press' }, 'The press office is closed.');
    await open(proposal, 'Press', `Delete page of ${brand.name}`, 'For journalists', 'Ask the press office.');
    const leads = one('What links here');
    await leads.getByRole('link', { name: 'Contact' }).waitFor();
    await leads.getByRole('link', { name: 'Ink' }).waitFor();
    expect(await page.getByRole('group', { name: 'Decision' }).getByRole('button').count()).toBe(2);
    await look(panel, page, 'page-deletion');

    await save('press', { title: 'Press', lede: 'For everyone', sections });
    await page.keyboard.press('a');
    await panel.expectRefusal(409);
    await page.getByRole('heading', { name: 'Current state, next to what was proposed' }).waitFor();
    await one('Press').getByText('For everyone').waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('What should the proposer know?').fill('It was changed.');
    await page.getByRole('button', { name: 'Reject with this note' }).click();
    await proposalItem(page, proposal).waitFor({ state: 'detached' });

    const again = await propose('page_deletion', target, { page: 'press' });
    await open(again, 'Press', 'For everyone');
    await pressed('a', again);
    const left = await api<{ slug: string }[]>('GET', `/api/v1/brands/${brand.slug}/pages`);
    expect(left.map(({ slug }) => slug)).not.toContain('press');
  });
});
