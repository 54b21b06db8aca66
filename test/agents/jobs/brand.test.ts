// Jobs 11, 12, 13 and 16: rules, pages, sites and what changed.
import { afterAll, expect, it } from '@jest/globals';
import { makeZip, site } from '../../sites/zips.ts';
import { brand, closeAll, demo, editing, newAgent, serveFiles, stored, writer } from './library.ts';
import { expectCost } from './priced.ts';

const pages = new Map<string, { mime: string; bytes: Buffer | string }>();
const outside = await serveFiles(pages);

afterAll(async () => {
  outside.close();
  await closeAll();
});

it('10: writes CSS with the tokens for a dark context, and checks its contrast', async () => {
  const agent = await newAgent();
  const css = await agent.call('export_tokens', { format: 'css', context: 'dark-background' });
  const [text] = css.content;
  expect(text?.type === 'text' && text.text).toContain('--color-primary: #9db1f5');
  const { data } = await agent.done('check_contrast', {
    color: 'color.primary',
    background: '#101418',
    context: 'dark-background',
  });
  expect(data.ratio).toBeGreaterThan(7);
  const { data: light } = await agent.done('check_contrast', {
    color: 'color.primary',
    background: '#101418',
  });
  // Too little for text.
  expect(light.ratio).toBeLessThan(4.5);
  await expectCost('10', agent, { calls: 3, tokens: 1500 });
});

it('11: proposes a change to a rule, and sees what it would do', async () => {
  const agent = await newAgent();
  const { data: rules } = await agent.done('brand_rules');
  const before = (rules as { key: string; context?: string | null; value: string }[]).find(
    ({ key, context }) => key === 'color.primary' && (context ?? '') === '',
  );
  expect(before?.value).toBe('#2f55d4');
  const { data } = await agent.done('propose_rules', {
    set: [{ key: 'color.primary', value: '#113355' }],
    note: 'Readable on the new paper',
  });
  expect(data).toMatchObject({
    status: 'waiting',
    before: { rules: [{ value: '#2f55d4' }] },
    after: { set: [{ key: 'color.primary', value: '#113355' }], remove: [] },
  });
  // Which pages show it.
  const { data: listed } = await agent.done('list_pages', { brand });
  const touched = (listed as { slug: string; keys: string[] }[]).filter(({ keys }) =>
    keys.includes('color.primary'),
  );
  expect(touched.map(({ slug }) => slug)).toEqual(['color']);
  const rows = await stored(`select status from marque.proposals where id = $1`, data.id);
  expect(rows).toEqual([{ status: 'waiting' }]);
  await expectCost('11', agent, { calls: 3, tokens: 2500 });
});

it('12: builds a page from templates, looks at it and publishes it', async () => {
  const rocket = demo.rocket.id;
  const agent = await newAgent(writer);
  const { data: templates } = await agent.done('list_templates');
  const names = (templates as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['cover', 'gallery', 'text']));
  expect(JSON.stringify(templates)).not.toMatch(/<rect|\$schema/);
  await agent.done('save_page', {
    brand,
    page: 'photography',
    title: 'Photography',
    sections: [
      { template: 'text', title: 'How we photograph', body: 'Daylight, no filters.' },
      { template: 'gallery', columns: 1, items: [{ asset: rocket, title: 'On the pad' }] },
    ],
  });
  const seen = await agent.call('preview_page', { brand, page: 'photography' });
  expect(seen.content.filter(({ type }) => type === 'image')).toHaveLength(1);
  await agent.done('publish_brand', { brand, note: 'How we photograph' });
  const [page] = await stored(
    `select count(*)::int as n from marque.brand_versions where state::text like '%How we photograph%' and published_at is not null`,
  );
  expect(page?.n).toBe(1);
  await expectCost('12', agent, { calls: 4, tokens: 5000 });
});

it('13: deploys a site from a zip and gives its address; then one that fails', async () => {
  pages.set('/good.zip', { mime: 'application/zip', bytes: site({ 'about.html': '<h1>About</h1>' }) });
  pages.set('/bad.zip', {
    mime: 'application/zip',
    bytes: makeZip([{ name: 'about.html', content: '<h1>About</h1>' }]),
  });
  const agent = await newAgent(writer);
  const { data: made } = await agent.done('create_site', { name: 'Spring campaign', slug: 'spring' });
  const deployed = await agent.done('deploy_site', { site: made.id, url: `${outside.url}/good.zip` });
  expect(deployed).toMatchObject({ url: expect.stringContaining('spring.') });
  const failed = await agent.refused('deploy_site', { site: made.id, url: `${outside.url}/bad.zip` });
  expect(failed.message).toContain('index.html');
  // The one that works stays live.
  const { data: deployments } = await agent.done('list_deployments', { site: made.id });
  expect((deployments as { state: string }[]).map(({ state }) => state)).toEqual(['failed', 'live']);
  await expectCost('13', agent, { calls: 4, tokens: 1500 });
});

it('16: finds what changed in the brand since a date, and which pages it touches', async () => {
  const since = new Date().toISOString();
  await editing.done('PATCH', '/brand/rules', {
    set: [{ key: 'color.primary', value: '#224466' }],
  });
  await editing.done('POST', `/brands/${brand}/publish`, { note: 'A calmer blue' });
  const agent = await newAgent();
  const { data } = await agent.done('brand_updates', { brand });
  const updates = (data as { publishedAt: string; note: string; changes: object }[]).filter(
    ({ publishedAt }) => publishedAt > since,
  );
  expect(updates).toHaveLength(1);
  expect(updates[0]).toMatchObject({ note: 'A calmer blue' });
  expect(JSON.stringify(updates[0])).toContain('color.primary');
  const { data: listed } = await agent.done('list_pages', { brand });
  const touched = (listed as { slug: string; keys: string[] }[]).filter(({ keys }) =>
    keys.includes('color.primary'),
  );
  expect(touched.map(({ slug }) => slug)).toEqual(['color']);
  await expectCost('16', agent, { calls: 2, tokens: 2500 });
});
