// Proposed focal points and crops.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { decide, filled, propose, refusals, waitingFor } from './correcting.ts';
import { asEditor, marque, place, scout, stranger } from './two-proposers.ts';

const editor = callsAs(marque, asEditor);
const accept = (id: string, more: object = {}, as: Caller = asEditor) =>
  decide(id, { decision: 'accept', ...more }, as);
const crops = (id: string, value: unknown, more: object = {}) =>
  propose(scout, { kind: 'crops', id, change: { crops: value }, ...more });
const cropsOf = async (id: string) => (await editor.done('GET', `/assets/${id}/crops`)).body.data;

const wide = { x: 0.1, y: 0.2, width: 0.8, height: 0.4 };
const tall = { x: 0.5, y: 0, width: 0.25, height: 1 };
const center = { x: 0.5, y: 0.5 };

beforeAll(async () => {
  const { cookie } = await marque.makeAdmin(place, 'Petra Presets');
  const presets = ['hero', 'story', 'tile'].map((name) => ({ name, width: 400 }));
  await callsAs(marque, { cookie }).done('PATCH', '/settings/renditions?context=workspace', { presets });
});
afterAll(() => marque.close());

describe('proposed crops', () => {
  it('are set once accepted, and the others stay', async () => {
    const id = await filled();
    await editor.done('PUT', `/assets/${id}/crops`, { presets: { hero: wide, tile: wide } });
    const sent = { focalPoint: { x: 0.123456, y: 0.9 }, presets: { hero: tall, story: wide } };
    const [{ outcome, proposal }] = await crops(id, sent, {
      expected: { crops: { presets: { hero: wide } } },
    });
    expect([outcome, proposal]).toMatchObject([
      'created',
      {
        kind: 'crops',
        before: { crops: { focalPoint: center, presets: { hero: wide, story: null } } },
        after: { crops: { focalPoint: { x: 0.1235, y: 0.9 }, presets: { hero: tall, story: wide } } },
      },
    ]);
    expect(await cropsOf(id)).toMatchObject({ focalPoint: center, presets: { hero: wide, tile: wide } });
    expect((await crops(id, sent))[0].outcome).toBe('already_waiting');
    expect((await accept(proposal.id)).status).toBe(200);
    expect(await cropsOf(id)).toMatchObject({
      focalPoint: { x: 0.1235, y: 0.9 },
      presets: { hero: tall, story: wide, tile: wide },
    });
    expect(await crops(id, { presets: { hero: tall } })).toEqual([
      { unchanged: { crops: { presets: { hero: tall } } } },
    ]);
    const [clear] = await crops(id, { focalPoint: null, presets: { tile: null } });
    expect((await accept(clear.proposal.id)).status).toBe(200);
    expect(await cropsOf(id)).toMatchObject({ focalPoint: center, presets: { hero: tall, story: wide } });
    expect((await cropsOf(id)).presets.tile).toBeUndefined();
  });

  it('wait crop by crop: each can be replaced, stale and edited by itself', async () => {
    const id = await filled();
    const [{ proposal: first }] = await crops(id, { presets: { hero: wide, tile: wide } });
    const [{ outcome }] = await crops(id, { presets: { hero: tall } });
    expect(outcome).toBe('replaced');
    expect((await waitingFor(id)).map(({ after }) => after.crops)).toEqual([
      { presets: { hero: tall } },
      { presets: { tile: wide } },
    ]);
    await editor.done('PUT', `/assets/${id}/crops`, { presets: { hero: wide } });
    expect((await accept(first.id)).status).toBe(200);
    const [second] = await waitingFor(id);
    const late = await accept(second.id);
    expect([late.status, late.body.error.detail.present]).toEqual([
      409,
      { crops: { presets: { hero: wide } } },
    ]);
    const { seen } = late.body.error.detail;
    const value = { crops: { presets: { hero: { ...tall, width: 0.5 } } } };
    expect((await accept(second.id, { value, seen })).status).toBe(200);
    expect((await cropsOf(id)).presets).toEqual({ hero: { ...tall, width: 0.5 }, tile: wide });
  });

  it('are refused for an unknown preset, if malformed, below propose and from elsewhere', async () => {
    const id = await filled();
    const [unknown, empty, none, beyond, malformed, part] = [
      ...(await crops(id, { presets: { banner: wide } })),
      ...(await crops(id, {})),
      ...(await crops(id, { presets: {} })),
      ...(await crops(id, { presets: { hero: { ...wide, x: 0.3 } } })),
      ...(await crops(id, { focalPoint: 'left' })),
      ...(await crops(id, { zoom: 2 })),
    ];
    expect(unknown.error).toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'items[0].change.crops.presets.banner' }] },
    });
    expect(unknown.error.message).toContain('hero, story, tile');
    for (const { error } of [empty, none, beyond, malformed, part])
      expect([error.code, error.message]).toEqual(['invalid_request', expect.stringContaining('crops')]);
    expect(await refusals('crops', id, { crops: { presets: { hero: wide } } })).toEqual([403, 'not_found']);
    const [{ proposal }] = await crops(id, { presets: { hero: wide } });
    const wrong = await accept(proposal.id, { value: { crops: { presets: { banner: wide } } } });
    expect([wrong.status, (await cropsOf(id)).presets]).toEqual([400, {}]);
    expect((await accept(proposal.id, {}, stranger)).status).toBe(404);
    expect((await decide(proposal.id, { decision: 'reject', note: 'Too wide' })).status).toBe(200);
    expect((await cropsOf(id)).presets).toEqual({});
  });
});
