// Titles, descriptions and alt texts in several languages: who reads and writes them, and what is one value with the asset's own.
// cspell:ignore hafen schiffe drei einem kran
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  changesOf,
  get,
  make,
  marque,
  metadataOf,
  none,
  proposer,
  putTexts,
  reader,
  setLanguages,
  stranger,
  textsAt,
  textsOf,
  writer,
} from './speaking.ts';

beforeAll(async () => {
  expect((await setLanguages({ default: 'en', others: ['de', 'pt-br'] })).status).toBe(200);
});
afterAll(() => marque.close());

const german = { title: 'Hafen', description: 'Schiffe am Morgen.', alt: 'Drei Schiffe vor einem Kran' };

describe('the texts of an asset', () => {
  it('are those of every language of the workspace, the default first', async () => {
    const id = await make({ title: 'Harbor', description: 'Ships at dawn.' });
    const { status, body } = await get(textsAt(id));
    expect([status, body]).toEqual([
      200,
      {
        data: { en: { title: 'Harbor', description: 'Ships at dawn.', alt: null }, de: none, 'pt-BR': none },
        default: 'en',
      },
    ]);
    expect(Object.keys(body.data as object)).toEqual(['en', 'de', 'pt-BR']);
  });

  it('are replaced by language: what is left out of one is cleared, other languages stay', async () => {
    const id = await make({ title: 'Harbor' });
    const reply = await putTexts(id, { de: german, en: { title: ' Port ', alt: 'Ships' } }, writer);
    const en = { title: 'Port', description: null, alt: 'Ships' };
    expect([reply.status, reply.body.data]).toEqual([200, { en, de: german, 'pt-BR': none }]);
    expect(await textsOf(id)).toEqual(reply.body.data);
    await putTexts(id, { DE: { title: 'Kai', alt: '' }, 'pt-BR': { title: 'Porto' } });
    expect(await textsOf(id)).toEqual({
      en,
      de: { ...none, title: 'Kai' },
      'pt-BR': { ...none, title: 'Porto' },
    });
    await putTexts(id, { de: null, 'pt-BR': {} });
    expect(await textsOf(id)).toEqual({ en, de: none, 'pt-BR': none });
  });

  it('in the default language are the title and description of the record, whichever way they’re written', async () => {
    const id = await make();
    await putTexts(id, { en: { title: 'Harbor', description: 'Ships.', alt: 'Three ships' } });
    expect(await metadataOf(id)).toMatchObject({ title: 'Harbor', description: 'Ships.' });
    await marque.call('PATCH', `/api/v1/assets/${id}`, { as: writer, body: { title: 'Pier' } });
    expect((await textsOf(id)).en).toEqual({ title: 'Pier', description: 'Ships.', alt: 'Three ships' });
    await putTexts(id, { en: null });
    const metadata = await metadataOf(id);
    expect([metadata.title, metadata.description]).toEqual([undefined, undefined]);
    expect(Object.keys((await get(`/api/v1/assets/${id}`)).body.data.metadata as object)).not.toContain(
      'alt',
    );
  });

  it('are recorded once, with what they were before', async () => {
    const id = await make({ title: 'Harbor' });
    await putTexts(id, { de: german });
    await putTexts(id, { de: german });
    expect(await changesOf(id)).toEqual([
      {
        texts: {
          before: { en: { alt: null }, de: none, 'pt-BR': none },
          after: { en: { alt: null }, de: german, 'pt-BR': none },
        },
      },
    ]);
    await putTexts(id, { en: { title: 'Port' } });
    expect(await changesOf(id)).toMatchObject([
      { metadata: { before: { title: 'Harbor' }, after: { title: 'Port' } } },
      {},
    ]);
  });

  it('are saved only if nobody has changed them since, where the caller asks for that', async () => {
    const id = await make({ title: 'Harbor' });
    const etag = String((await get(textsAt(id))).headers.get('etag'));
    const saved = await putTexts(id, { de: german }, writer, { 'if-match': etag });
    expect(saved.status).toBe(200);
    const late = await putTexts(id, { de: { title: 'Kai' } }, writer, { 'if-match': etag });
    expect([late.status, late.body.error.code]).toEqual([412, 'precondition_failed']);
    expect((await textsOf(id)).de).toEqual(german);
    // The title in the default language is one of them, and the answer's own tag saves a read.
    await marque.call('PATCH', `/api/v1/assets/${id}`, { as: writer, body: { title: 'Pier' } });
    const stale = await putTexts(id, {}, writer, { 'if-match': String(saved.headers.get('etag')) });
    expect(stale.status).toBe(412);
  });

  it('are read with read and written with write, in the workspace alone', async () => {
    const id = await make({ title: 'Harbor' });
    const body = { de: german };
    expect((await putTexts(id, body, reader)).status).toBe(403);
    const proposed = await putTexts(id, body, proposer);
    expect([proposed.status, proposed.body.error.detail.propose]).toEqual([403, ['propose_changes']]);
    expect([(await get(textsAt(id), stranger)).status, (await putTexts(id, body, stranger)).status]).toEqual([
      404, 404,
    ]);
    expect([(await get(textsAt(id), null)).status, (await putTexts(id, body, null)).status]).toEqual([
      401, 401,
    ]);
    expect((await textsOf(id)).de).toEqual(none);
  });

  it('refuse a language that isn’t set up, or none at all, without changing anything', async () => {
    const id = await make({ title: 'Harbor' });
    const unknown = await putTexts(id, { de: german, fr: { title: 'Port' }, 'de-AT': {} });
    expect([unknown.status, unknown.body.error.detail.issues]).toEqual([
      422,
      ['fr', 'de-AT'].map((path) => ({
        path,
        message: `This workspace doesn't use ${path}. Its languages are en, de, pt-BR. An admin can add others in the setting languages.`,
      })),
    ]);
    for (const body of [
      { 'not a tag': { title: 'x' } },
      { constructor: { title: 'x' } },
      { de: { title: 'x'.repeat(501) } },
      { de: { alt: 'x'.repeat(2001) } },
      { de: { caption: 'x' } },
      { de: 'Hafen' },
      [german],
    ])
      expect([body, (await putTexts(id, body)).status]).toEqual([body, 400]);
    expect(await textsOf(id)).toEqual({ en: { ...none, title: 'Harbor' }, de: none, 'pt-BR': none });
    expect(await changesOf(id)).toEqual([]);
  });

  it('can’t be changed in the trash, and are deleted with the asset', async () => {
    const id = await make();
    await putTexts(id, { de: german });
    await marque.call('DELETE', `/api/v1/assets/${id}`, { as: writer });
    expect((await putTexts(id, { de: none })).status).toBe(409);
    await marque.call('POST', `/api/v1/assets/${id}/restore`, { as: writer });
    expect((await textsOf(id)).de).toEqual(german);
    await marque.service.db.query('delete from assets where id = $1', [id]);
    expect(
      await marque.service.db.query('select 1 from marque.asset_languages where asset_id = $1', [id]),
    ).toEqual([]);
  });
});
