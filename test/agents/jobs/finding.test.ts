// Jobs 1, 2, 3 and 15: find, look, decide, explain.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { dataOf } from '../client.ts';
import { closeAll, croppedTo, demo, editing, file, newAgent, stored } from './library.ts';
import { expectCost } from './priced.ts';

const germany = { license: 'RM-7', territories: ['DE', 'AT'], channels: ['web', 'print'] };

const landscapes: Record<string, string> = {};

beforeAll(async () => {
  landscapes.rocket = await file(await croppedTo('rocket.jpg', 1600, 700), {
    title: 'Rocket at dawn',
    tags: ['banner'],
    rights: germany,
  });
  landscapes.sky = await file(await croppedTo('hubble_deep_field.jpg', 1500, 700), {
    title: 'Deep field',
    tags: ['banner'],
    rights: { license: 'CC0', territories: ['worldwide'], channels: ['web'] },
  });
  landscapes.coffee = await file(await croppedTo('coffee.png', 1500, 600), {
    title: 'A cup of coffee',
    tags: ['banner'],
    rights: { ...germany, expires: '2027-12-31' },
  });
  landscapes.france = await file(await croppedTo('chelsea.png', 1500, 600), {
    title: 'A cat in France',
    tags: ['banner'],
    rights: { ...germany, territories: ['FR'] },
  });
  landscapes.expiring = await file(await croppedTo('chelsea.png', 1400, 600), {
    title: 'A cat until February',
    tags: ['banner'],
    rights: { ...germany, expires: '2027-02-01' },
  });
  await file(await croppedTo('rocket.jpg', 600, 1400), {
    title: 'Rocket, upright',
    tags: ['banner'],
    rights: germany,
  });
});

afterAll(closeAll);

interface Verdict {
  asset: { id: string };
  allowed: boolean;
  reasons: { code: string }[];
}

it('1: finds three landscape photographs for a web banner in Germany in March, and says why each may be used', async () => {
  const agent = await newAgent();
  const { data } = await agent.done('search_assets', { tag: ['banner'], orientation: ['landscape'] });
  const ids = (data as { id: string }[]).map(({ id }) => id);
  expect(ids).toHaveLength(5);
  const answered = await agent.done('check_use', {
    assets: ids,
    channel: 'web',
    territory: 'Germany',
    date: '2027-03-15',
  });
  const verdicts = answered.data as Verdict[];
  const usable = verdicts.filter(({ allowed }) => allowed).map(({ asset }) => asset.id);
  expect(usable.sort()).toEqual([landscapes.rocket, landscapes.sky, landscapes.coffee].sort());
  // Why each may be used, and why the others may not.
  const codes = new Map(verdicts.map(({ asset, reasons }) => [asset.id, reasons.map(({ code }) => code)]));
  for (const id of usable) expect(codes.get(id)).toEqual(['license']);
  expect(codes.get(landscapes.france ?? '')).toContain('territory');
  expect(codes.get(landscapes.expiring ?? '')).toContain('expired');
  await expectCost('01', agent, { calls: 2, tokens: 1500 });
});

it('2: looks at them and describes what is on them', async () => {
  const agent = await newAgent();
  const assets = [landscapes.rocket, landscapes.sky, landscapes.coffee];
  const seen = await agent.call('view_assets', { assets });
  expect(seen.content.filter(({ type }) => type === 'image')).toHaveLength(3);
  const words = ['A rocket on its pad at dawn', 'Hundreds of galaxies', 'A cup of coffee on a table'];
  const { results } = await agent.done('propose_changes', {
    items: assets.map((asset, at) => ({ asset, changes: { description: words[at] } })),
  });
  expect(results).toHaveLength(3);
  const waiting = await stored(
    `select after from marque.proposals where kind in ('description', 'fields') and status = 'waiting'`,
  );
  for (const text of words) expect(JSON.stringify(waiting)).toContain(text);
  await expectCost('02', agent, { calls: 2, tokens: 1500 });
});

it('3: refuses to use an embargoed one, and names what may be used instead', async () => {
  const held = await file(await croppedTo('rocket.jpg', 1500, 800), {
    title: 'Launch, under embargo',
    rights: { ...germany, embargo: '2999-01-01' },
  });
  await editing.done('PATCH', `/assets/${held}`, { supersededBy: landscapes.rocket });
  const agent = await newAgent();
  const verdict = await agent.done('check_use', { asset: held, channel: 'web', territory: 'DE' });
  expect(verdict.allowed).toBe(false);
  expect(verdict.reasons.map(({ code }: { code: string }) => code)).toContain('embargoed');
  expect(verdict.suggest.map(({ id }: { id: string }) => id)).toContain(landscapes.rocket);
  // Its address needs a key: nobody outside gets it.
  const { data } = await agent.done('rendition_url', { asset: held, w: 800 });
  expect(data.public).toBe(false);
  expect((await fetch(data.url)).status).toBe(401);
  await expectCost('03', agent, { calls: 2, tokens: 700 });
});

it('15: explains who can reach an asset, and why', async () => {
  const asset = demo.hubble.id;
  const { id: collection } = await editing.create('/collections', { name: 'For the agency' });
  await editing.done('POST', `/collections/${collection}/assets`, { add: [asset] });
  const { url } = await editing.create('/shares', { kind: 'view', collection });
  expect(url).toContain('/s/');
  const agent = await newAgent();
  const report = dataOf(await agent.call('access_report', { ref: asset }));
  const text = JSON.stringify(report);
  expect(text).toContain('Mara');
  expect(text).toContain('admin');
  // The portal of the demo, and the share link that shows it to anyone, without the secret in its address.
  expect(text).toContain('Press room');
  expect(text).toContain('Share link');
  expect(text).not.toContain(url.split('/s/')[1]);
  await expectCost('15', agent, { calls: 1, tokens: 2500 });
});
