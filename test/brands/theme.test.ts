// The theme of a brand over HTTP: the rules it refers to, contrasts, and access.
import { afterAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import { issuePaths } from '../setup/issues.ts';
import { color, newBrand, setRules } from './rules/rule-calls.ts';
import { editor, marque, proposer, reader, stranger, write } from './two-workspaces.ts';

afterAll(() => marque.close());

describe('the theme', () => {
  const themeOf = async (id: string) =>
    (await callsAs(marque, reader).done('GET', `/brands/${id}/theme`)).body.data;

  it('refers to rules, merges the input, and returns the contrasts', async () => {
    const { id } = await newBrand();
    const unset = { accent: null, surface: null, ink: null, head: null, body: null, logo: null };
    const shape = { radius: 8, width: 'normal', density: 'normal' };
    expect(await themeOf(id)).toMatchObject({ ...unset, ...shape, missing: [] });
    const asset = await makeAsset(marque, { cookie: editor.cookie });
    await setRules(
      id,
      color('color.ink', '#1a1a2e'),
      color('color.paper', '#ffffff'),
      color('color.blue', '#0044cc'),
      {
        key: 'type.head',
        type: 'font',
        value: { family: 'Inter', weight: 700 },
        spec: { fallback: ['Arial'] },
      },
      { key: 'logo.main', type: 'text', value: 'Logo', assets: [{ id: asset.id }] },
    );
    const set = await write.done('PATCH', `/brands/${id}/theme`, {
      accent: 'color.blue',
      surface: 'color.paper',
      ink: 'color.ink',
      head: 'type.head',
      logo: 'logo.main',
      radius: 0,
    });
    expect(set.body.data).toMatchObject({
      accent: 'color.blue',
      radius: 0,
      density: 'normal',
      applied: {
        accent: '#0044cc',
        link: '#0044cc',
        mark: '#0044cc',
        onAccent: '#ffffff',
        surface: '#ffffff',
        ink: '#1a1a2e',
        head: { family: 'Inter', weight: 700, fallback: ['Arial'], source: null },
        body: null,
        logo: { id: asset.id, rendition: null },
      },
    });
    expect(
      (set.body.data.checks as { name: string; least: number; passes: boolean }[]).map(
        ({ name, least, passes }) => [name, least, passes],
      ),
    ).toEqual([
      ['text', 4.5, true],
      ['links', 4.5, true],
      ['marks', 3, true],
      ['buttons', 4.5, true],
    ]);
    await write.done('PATCH', `/brands/${id}/theme`, { head: null, density: 'compact' });
    expect(await themeOf(id)).toMatchObject({
      accent: 'color.blue',
      head: null,
      density: 'compact',
      radius: 0,
    });
    expect(await eventsOf(marque, id)).toEqual([
      'brand.created',
      'brand.rules_changed',
      'brand.theme_changed',
      'brand.theme_changed',
    ]);
  });

  it('uses a readable color where a pair fails, and says so', async () => {
    const { id } = await newBrand();
    await setRules(
      id,
      color('color.grey', '#999999'),
      color('color.paper', '#ffffff'),
      color('color.yellow', '#ffee00'),
    );
    const { body } = await write.done('PATCH', `/brands/${id}/theme`, {
      accent: 'color.yellow',
      surface: 'color.paper',
      ink: 'color.grey',
    });
    expect(body.data.applied).toMatchObject({
      surface: '#ffffff',
      accent: '#ffee00',
      ink: '#000000',
      link: '#000000',
      mark: '#000000',
      onAccent: '#000000',
    });
    expect(body.data.checks).toEqual([
      {
        name: 'text',
        front: '#999999',
        back: '#ffffff',
        ratio: 2.84,
        least: 4.5,
        passes: false,
        used: '#000000',
      },
      {
        name: 'links',
        front: '#ffee00',
        back: '#ffffff',
        ratio: 1.2,
        least: 4.5,
        passes: false,
        used: '#000000',
      },
      {
        name: 'marks',
        front: '#ffee00',
        back: '#ffffff',
        ratio: 1.2,
        least: 3,
        passes: false,
        used: '#000000',
      },
      {
        name: 'buttons',
        front: '#ffffff',
        back: '#ffee00',
        ratio: 1.2,
        least: 4.5,
        passes: false,
        used: '#000000',
      },
    ]);
  });

  it("refuses rules that don't fit a part, listing every problem at once", async () => {
    const { id } = await newBrand();
    await setRules(id, color('color.ink', '#111111'), { key: 'voice.name', type: 'text', value: 'Acme' });
    const reply = await write.call('PATCH', `/brands/${id}/theme`, {
      accent: 'voice.name',
      surface: 'color.none',
      head: 'color.ink',
      logo: 'voice.name',
      ink: 'color.ink',
    });
    expect([reply.status, issuePaths(reply)]).toEqual([422, ['accent', 'surface', 'head', 'logo']]);
    expect((await themeOf(id)).ink).toBeNull();
    for (const body of [{ radius: -1 }, { width: 'huge' }, { color: 'x' }, { accent: 5 }])
      expect((await write.call('PATCH', `/brands/${id}/theme`, body)).status).toBe(400);
  });

  it('works without a deleted rule, and follows a renamed one', async () => {
    const { id } = await newBrand();
    const made = await setRules(id, color('color.ink', '#111111'), color('color.blue', '#0044cc'));
    await write.done('PATCH', `/brands/${id}/theme`, { ink: 'color.ink', accent: 'color.blue' });
    await write.done('PATCH', `/brand/rules/${made.body.data[1].id}`, { key: 'color.sea' });
    expect((await themeOf(id)).accent).toBe('color.sea');
    await write.done('DELETE', `/brand/rules/${made.body.data[1].id}`);
    expect(await themeOf(id)).toMatchObject({ accent: 'color.sea', missing: ['accent'] });
    expect((await write.call('PATCH', `/brands/${id}/theme`, { radius: 2 })).status).toBe(200);
  });

  it('is set with write, read with read, and a 404 for another workspace', async () => {
    const { id } = await newBrand();
    const low = await callsAs(marque, proposer).call('PATCH', `/brands/${id}/theme`, { radius: 1 });
    expect([low.status, low.body.error.code]).toEqual([403, 'forbidden']);
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { radius: 1 }],
    ] as const)
      expect((await callsAs(marque, stranger).call(method, `/brands/${id}/theme`, body)).status).toBe(404);
  });
});
