// Proposed changes of where an asset comes from, what replaces it, who can see it, and whether it is in the trash.
// cspell:ignore Eine Katze schläft graue Grau Kater Gato Gata deutsch
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { eventsOf } from '../setup/events.ts';
import type { Caller } from '../setup/service.ts';
import { asset, decide, filled, patch, propose, refusals, waitingFor } from './correcting.ts';
import { asEditor, marque, place, scout, stranger } from './two-proposers.ts';

afterAll(() => marque.close());

const editor = callsAs(marque, asEditor);
const accept = (id: string, more: object = {}, as: Caller = asEditor) =>
  decide(id, { decision: 'accept', ...more }, as);
const proposing =
  (kind: string, toChange: (value: unknown) => unknown = (value) => ({ [kind]: value })) =>
  (id: string, value: unknown, more: object = {}, as: Caller = scout) =>
    propose(as, { kind, id, change: toChange(value), ...more });

/** An asset that only its makers and admins can see. */
const hiddenAsset = async (): Promise<string> =>
  ((await makeAsset(marque, asEditor, { private: true })) as { id: string }).id;
const abroad = async (): Promise<string> => ((await makeAsset(marque, stranger)) as { id: string }).id;

describe('a proposed copyright', () => {
  it('is set or cleared once accepted, and can be edited', async () => {
    const copyright = proposing('copyright');
    const id = await filled();
    const [{ proposal }] = await copyright(id, ' © Ida ');
    expect([proposal.before, proposal.after]).toEqual([{ copyright: null }, { copyright: '© Ida' }]);
    expect((await accept(proposal.id, { value: { copyright: '© Ida 2026' } })).status).toBe(200);
    expect((await asset(id)).metadata.copyright).toBe('© Ida 2026');
    expect(await copyright(id, '© Ida 2026')).toEqual([{ unchanged: { copyright: '© Ida 2026' } }]);
    const [clear] = await copyright(id, null);
    await patch(id, { copyright: '© Ida Example' });
    const late = await accept(clear.proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { copyright: '© Ida Example' }]);
    const { seen } = late.body.error.detail;
    expect((await accept(clear.proposal.id, { value: { copyright: null }, seen })).status).toBe(200);
    expect((await asset(id)).metadata.copyright).toBeUndefined();
    const [long, malformed] = [...(await copyright(id, 'x'.repeat(1001))), ...(await copyright(id, 7))];
    expect([long.error.code, malformed.error.code]).toEqual(['invalid_request', 'invalid_request']);
    expect(await refusals('copyright', id, { copyright: 'x' })).toEqual([403, 'not_found']);
  });
});

describe('a proposed origin', () => {
  const provenance = proposing('provenance');

  it('changes only the parts that were sent, once accepted', async () => {
    const [id, parent] = [await filled(), await filled()];
    await patch(id, { origin: 'generated', generator: 'Brush 2', prompt: 'A cat' });
    const sent = {
      generator: 'Brush 3',
      prompt: '',
      parentAssetId: parent.toUpperCase(),
      origin: 'generated',
    };
    const [result] = await provenance(id, sent, { expected: { provenance: { generator: 'Brush 2' } } });
    expect(result).toMatchObject({
      unchanged: { provenance: { origin: 'generated' } },
      proposal: {
        before: { provenance: { generator: 'Brush 2', prompt: 'A cat', parentAssetId: null } },
        after: { provenance: { generator: 'Brush 3', prompt: null, parentAssetId: parent } },
      },
    });
    expect((await accept(result.proposal.id)).status).toBe(200);
    expect(await asset(id)).toMatchObject({
      origin: 'generated',
      generator: 'Brush 3',
      prompt: null,
      parentAssetId: parent,
    });
    expect((await eventsOf(marque, id)).slice(-2)).toEqual(['asset.change_proposed', 'asset.changed']);
  });

  it('replaces the same parts, is edited, and is a conflict if they changed', async () => {
    const id = await filled();
    const [first] = await provenance(id, { origin: 'shot', generator: 'A' });
    const [second] = await provenance(id, { origin: 'licensed' });
    expect(second.outcome).toBe('replaced');
    expect((await waitingFor(id)).map(({ after }) => after.provenance)).toEqual([
      { origin: 'licensed' },
      { generator: 'A' },
    ]);
    await patch(id, { origin: 'generated' });
    const late = await accept(second.proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([
      409,
      { provenance: { origin: 'generated' } },
    ]);
    const { seen } = late.body.error.detail;
    const value = { provenance: { origin: 'shot' } };
    expect((await accept(second.proposal.id, { value, seen })).status).toBe(200);
    expect((await accept(first.proposal.id)).status).toBe(200);
    expect(await asset(id)).toMatchObject({ origin: 'shot', generator: 'A' });
  });

  it('is refused for what is wrong with it', async () => {
    const id = await filled();
    for (const parentAssetId of [await hiddenAsset(), await abroad(), randomUUID(), id]) {
      const [refused] = await provenance(id, { parentAssetId });
      expect(refused.error.detail.issues[0].path).toBe('items[0].change.provenance.parentAssetId');
    }
    const results = [
      ...(await provenance(id, { origin: 'drawn' })),
      ...(await provenance(id, { parentAssetId: 'x' })),
      ...(await provenance(id, { tool: 'x' })),
      ...(await provenance(id, {})),
    ];
    expect(results.map(({ error }) => error.code)).toEqual(Array(4).fill('invalid_request'));
    const [stale] = await provenance(
      id,
      { origin: 'shot' },
      { expected: { provenance: { origin: 'shot' } } },
    );
    expect(stale.error).toMatchObject({
      code: 'conflict',
      detail: { current: { provenance: { origin: null } } },
    });
    expect(await refusals('provenance', id, { provenance: { origin: 'shot' } })).toEqual([403, 'not_found']);
    expect(await waitingFor(id)).toEqual([]);
  });
});

describe('a proposed replacement', () => {
  const replacement = proposing('replacement');

  it('is named or removed once accepted, and can be another one', async () => {
    const [id, next, other] = [await filled(), await filled(), await filled()];
    const [{ proposal, error }] = await replacement(id, next.toUpperCase());
    expect(error).toBeUndefined();
    expect([proposal.before, proposal.after]).toEqual([{ replacement: null }, { replacement: next }]);
    const edited = await accept(proposal.id, { value: { replacement: other } });
    expect(edited.body.data.after).toEqual({ replacement: other });
    expect((await asset(id)).supersededBy).toBe(other);
    expect(await replacement(id, other)).toEqual([{ unchanged: { replacement: other } }]);
    const [remove] = await replacement(id, null);
    await patch(id, { supersededBy: next });
    const late = await accept(remove.proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { replacement: next }]);
    const { seen } = late.body.error.detail;
    expect((await accept(remove.proposal.id, { value: { replacement: null }, seen })).status).toBe(200);
    expect((await asset(id)).supersededBy).toBeNull();
  });

  it('is refused for an asset that is not there for the proposer, and for itself', async () => {
    const id = await filled();
    for (const link of [await hiddenAsset(), await abroad(), randomUUID(), id]) {
      const [refused] = await replacement(id, link);
      expect(refused.error.detail.issues[0].path).toBe('items[0].change.replacement');
    }
    expect((await replacement(id, 'x'))[0].error.code).toBe('invalid_request');
    expect(await refusals('replacement', id, { replacement: null })).toEqual([403, 'not_found']);
  });
});

describe('a proposed visibility', () => {
  const visibility = proposing('visibility');

  it('makes it private or public once accepted, by someone who may', async () => {
    const id = await filled();
    await patch(id, { public: false });
    const [{ proposal }] = await visibility(id, { public: true, private: false });
    expect([proposal.before, proposal.after]).toEqual([
      { visibility: { public: false } },
      { visibility: { public: true } },
    ]);
    const limited = await marque.makeMember(place, 'write', { limits: ['share'] });
    const refused = await accept(proposal.id, {}, { cookie: limited.cookie });
    expect([refused.status, refused.body.error.detail.needs]).toEqual([403, 'share']);
    expect((await accept(proposal.id)).status).toBe(200);
    expect(await asset(id)).toMatchObject({ public: true, private: false });
    const [hide] = await visibility(id, { private: true });
    expect((await accept(hide.proposal.id)).status).toBe(200);
    expect(await asset(id)).toMatchObject({ public: true, private: true });
    // The agent doesn't see it any more.
    expect((await visibility(id, { private: false }))[0].error.code).toBe('not_found');
  });

  it('is refused if it is malformed, and is a conflict if it changed', async () => {
    const id = await filled();
    const results = [...(await visibility(id, {})), ...(await visibility(id, { public: 'yes' }))];
    expect(results.map(({ error }) => error.code)).toEqual(['invalid_request', 'invalid_request']);
    expect(await refusals('visibility', id, { visibility: { public: true } })).toEqual([403, 'not_found']);
    const [{ proposal }] = await visibility(id, { public: false });
    await patch(id, { public: false });
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { visibility: { public: false } }]);
  });
});

describe('a proposed deletion', () => {
  const deleted = proposing('deleted');

  it('moves it to the trash once accepted, by someone who may delete it, and stays in the list of the agent', async () => {
    const id = await filled();
    const [{ proposal, outcome }] = await deleted(id, true, {
      note: 'A duplicate',
      expected: { deleted: false },
    });
    expect([outcome, proposal.before, proposal.after]).toEqual([
      'created',
      { deleted: false },
      { deleted: true },
    ]);
    expect((await deleted(id, true))[0].outcome).toBe('already_waiting');
    const limited = await marque.makeMember(place, 'write', { limits: ['delete'] });
    const refused = await accept(proposal.id, {}, { cookie: limited.cookie });
    expect([refused.status, refused.body.error.detail.needs]).toEqual([403, 'delete']);
    expect((await accept(proposal.id, {}, stranger)).status).toBe(404);
    expect((await asset(id)).state).toBe('active');
    expect((await accept(proposal.id)).body.data.status).toBe('accepted');
    expect((await asset(id)).state).toBe('deleted');
    expect((await eventsOf(marque, id)).slice(-2)).toEqual(['asset.change_proposed', 'asset.deleted']);
    for (const as of [scout, asEditor])
      expect(
        (await callsAs(marque, as).done('GET', `/proposals?target=${id}&status=any`)).body.data,
      ).toMatchObject([{ kind: 'deleted', status: 'accepted' }]);
    // As with every deleted asset, whoever can't write doesn't see it.
    expect((await deleted(id, false))[0].error.code).toBe('not_found');
    expect((await callsAs(marque, scout).call('GET', `/assets/${id}`)).status).toBe(404);
  });

  it('is restored the same way, and keeps what else was proposed', async () => {
    const id = await filled();
    const [{ proposal: title }] = await propose(scout, { kind: 'title', id, change: { title: 'Later' } });
    await editor.done('DELETE', `/assets/${id}`);
    const keeper = await marque.makeKey(place, 'write');
    const [{ proposal }] = await deleted(id, false, {}, keeper);
    expect([proposal.before, proposal.after]).toEqual([{ deleted: true }, { deleted: false }]);
    expect(await deleted(id, true, {}, keeper)).toEqual([{ unchanged: { deleted: true } }]);
    expect((await waitingFor(id)).map(({ kind }) => kind)).toEqual(['deleted']);
    expect((await accept(title.id)).status).toBe(409);
    expect((await accept(proposal.id)).status).toBe(200);
    expect((await asset(id)).state).toBe('active');
    expect((await eventsOf(marque, id)).at(-1)).toBe('asset.restored');
    expect((await accept(title.id)).status).toBe(200);
  });

  it('is out of the way while somebody else has deleted it, and a conflict', async () => {
    const id = await filled();
    const [{ proposal }] = await deleted(id, true);
    await editor.done('DELETE', `/assets/${id}`);
    expect(await waitingFor(id)).toEqual([]);
    const late = await accept(proposal.id);
    expect([late.status, late.body.error.detail.present]).toEqual([409, { deleted: true }]);
    await editor.done('POST', `/assets/${id}/restore`);
    expect(await waitingFor(id)).toHaveLength(1);
    expect((await decide(proposal.id, { decision: 'reject', note: 'Still in use' })).status).toBe(200);
    expect((await asset(id)).state).toBe('active');
  });

  it('is refused if it is malformed', async () => {
    const id = await filled();
    expect((await deleted(id, 'yes'))[0].error.code).toBe('invalid_request');
    const [stale] = await deleted(id, true, { expected: { deleted: true } });
    expect(stale.error).toMatchObject({ code: 'conflict', detail: { current: { deleted: false } } });
    expect(await refusals('deleted', id, { deleted: true })).toEqual([403, 'not_found']);
  });
});

describe('proposed texts in several languages', () => {
  const texts = proposing('texts');
  const textsOf = async (id: string) => (await editor.done('GET', `/assets/${id}/texts`)).body.data;
  const setTexts = (id: string, body: object) => editor.done('PUT', `/assets/${id}/texts`, body);
  beforeAll(async () => {
    const { cookie } = await marque.makeAdmin(place, 'Olga Owner');
    const path = '/settings/languages?context=workspace';
    await callsAs(marque, { cookie }).done('PATCH', path, { default: 'en', others: ['de', 'pt-BR'] });
  });

  it('are set once accepted, and the other texts stay', async () => {
    const id = await filled();
    await setTexts(id, { de: { title: 'Eine Katze', description: 'Sie schläft.' } });
    const sent = { de: { title: ' Katze ', alt: 'Eine graue Katze' }, en: { alt: 'A gray cat' } };
    const [{ outcome, proposal }] = await texts(id, sent, {
      expected: { texts: { de: { title: 'Eine Katze' } } },
    });
    expect([outcome, proposal]).toMatchObject([
      'created',
      {
        kind: 'texts',
        before: { texts: { de: { title: 'Eine Katze', alt: null }, en: { alt: null } } },
        after: { texts: { de: { title: 'Katze', alt: 'Eine graue Katze' }, en: { alt: 'A gray cat' } } },
      },
    ]);
    expect((await textsOf(id)).de.title).toBe('Eine Katze');
    expect((await texts(id, sent))[0].outcome).toBe('already_waiting');
    expect((await accept(proposal.id)).status).toBe(200);
    expect(await textsOf(id)).toEqual({
      en: { title: 'A cat', description: 'It sleeps.', alt: 'A gray cat' },
      de: { title: 'Katze', description: 'Sie schläft.', alt: 'Eine graue Katze' },
      'pt-BR': { title: null, description: null, alt: null },
    });
    expect(await texts(id, { de: { title: 'Katze' } })).toEqual([
      { unchanged: { texts: { de: { title: 'Katze' } } } },
    ]);
    const [clear] = await texts(id, { de: null, en: { title: 'Cat' } });
    expect((await accept(clear.proposal.id)).status).toBe(200);
    expect(await textsOf(id)).toMatchObject({
      en: { title: 'Cat', description: 'It sleeps.', alt: 'A gray cat' },
      de: { title: null, description: null, alt: null },
    });
    expect((await asset(id)).metadata.title).toBe('Cat');
  });

  it('wait text by text: a newer one replaces only the same, and each can be stale and edited', async () => {
    const id = await filled();
    const [{ proposal: first }] = await texts(id, { de: { title: 'Katze', alt: 'Grau' } });
    const [{ outcome }] = await texts(id, { de: { title: 'Kater' }, 'pt-br': { title: 'Gato' } });
    expect(outcome).toBe('replaced');
    expect((await waitingFor(id)).map(({ after }) => after.texts)).toEqual([
      { de: { title: 'Kater' }, 'pt-BR': { title: 'Gato' } },
      { de: { alt: 'Grau' } },
    ]);
    await setTexts(id, { 'pt-BR': { title: 'Gata' } });
    expect((await accept(first.id)).status).toBe(200);
    const [second] = await waitingFor(id);
    const late = await accept(second.id);
    expect([late.status, late.body.error.detail.present]).toEqual([
      409,
      { texts: { de: { title: null }, 'pt-BR': { title: 'Gata' } } },
    ]);
    const { seen } = late.body.error.detail;
    const value = { texts: { de: { title: 'Der Kater' } } };
    expect((await accept(second.id, { value, seen })).status).toBe(200);
    expect(await textsOf(id)).toMatchObject({
      de: { title: 'Der Kater', alt: 'Grau' },
      'pt-BR': { title: 'Gata' },
    });
  });

  it('are refused in an unknown language, if malformed, below propose and from elsewhere', async () => {
    const id = await filled();
    const [unknown, empty, none, long, malformed, part] = [
      ...(await texts(id, { fr: { title: 'Chat' }, de: { title: 'Katze' } })),
      ...(await texts(id, {})),
      ...(await texts(id, { de: {} })),
      ...(await texts(id, { de: { alt: 'x'.repeat(2001) } })),
      ...(await texts(id, { deutsch: 'Katze' })),
      ...(await texts(id, { de: { headline: 'Katze' } })),
    ];
    expect(unknown.error).toMatchObject({
      code: 'invalid',
      detail: { issues: [{ path: 'items[0].change.texts.fr' }] },
    });
    expect(unknown.error.message).toContain('en, de, pt-BR');
    for (const { error } of [empty, none, long, malformed, part])
      expect([error.code, error.message]).toEqual(['invalid_request', expect.stringContaining('texts')]);
    expect(await refusals('texts', id, { texts: { de: { title: 'Katze' } } })).toEqual([403, 'not_found']);
    const [{ proposal }] = await texts(id, { de: { title: 'Katze' } });
    const wrong = await accept(proposal.id, { value: { texts: { fr: { title: 'Chat' } } } });
    expect([wrong.status, (await textsOf(id)).de.title]).toEqual([422, null]);
    expect((await accept(proposal.id, {}, stranger)).status).toBe(404);
    expect((await decide(proposal.id, { decision: 'reject', note: 'A tomcat' })).status).toBe(200);
    expect((await textsOf(id)).de.title).toBeNull();
  });
});
