// What descriptions list of a document: an address for each of its pages, as soon as it's known how many there are.
import { describe, expect, it } from '@jest/globals';
import { drawPreviews } from '../../src/assets/previews/draw-previews.ts';
import { halves, mp3, pdf } from './files.ts';
import { startFiling } from './filing.ts';

const { marque, asEditor: as, reader, stranger, file } = await startFiling();

const page = { width: 300, height: 200, color: '1 0 0' };
const pagesIn = async (id: string, caller = reader) => {
  const { status, body } = await marque.call('GET', `/api/v1/assets/${id}/description`, { as: caller });
  expect(status).toBe(200);
  return (body.alternatives as { name: string; url: string }[]).filter(({ name }) =>
    name.startsWith('page_'),
  );
};

describe('the alternatives of a document', () => {
  it('are its pages once it’s drawn, each with an address that shows it', async () => {
    const { id } = await file(pdf([page, { ...page, color: '0 0 1' }, page]), 'a.pdf', undefined, {
      status: 'active',
    });
    expect(await pagesIn(id)).toEqual([]);
    await drawPreviews(marque.service);
    const listed = await pagesIn(id);
    expect(listed).toEqual(
      ['', 'page_2,', 'page_3,'].map((part, at) => ({
        name: `page_${at + 1}`,
        url: `${marque.url}/a/${id}/${part}w_1280,f_webp`,
      })),
    );
    for (const { url } of listed) {
      const { status, headers } = await marque.call('GET', url, { as: reader });
      expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
    // Also where the description is at the address of the file.
    const { body } = await marque.call('GET', `/a/${id}`, { as, headers: { accept: 'application/json' } });
    expect(body.alternatives).toEqual(expect.arrayContaining(listed));
    expect((await marque.call('GET', `/api/v1/assets/${id}/description`, { as: stranger })).status).toBe(404);
  });

  it('are none where there is one page, or none', async () => {
    const { id: one } = await file(pdf([page]), 'one.pdf');
    const { id: cover } = await file(mp3(await halves(60, 60)), 'cover.mp3');
    await drawPreviews(marque.service);
    expect([await pagesIn(one), await pagesIn(cover)]).toEqual([[], []]);
  });
});
