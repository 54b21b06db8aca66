// Words inside files, over HTTP: found by search with their page, below everything else; and what hostile and enormous files cost.
// cspell:ignore Terroir terroir barrique mebibytes Veltliner gruner VELT Artboard wordmark ique MERGEFIELD mergefield sommelierin sommel
import { afterEach, describe, expect, it } from '@jest/globals';
import { searchOf } from '../../src/assets/search/search.ts';
import { readTexts } from '../../src/assets/texts/read-texts.ts';
import { setDecoderLimits } from '../../src/lib/decoders/pool.ts';
import { connect } from '../agents/client.ts';
import type { Caller } from '../setup/service.ts';
import { openDocument, paragraph, sheets, slides, textPdf, word } from './documents.ts';
import { zip } from './files.ts';
import { startFiling } from './filing.ts';

const { marque, asEditor: as, reader, stranger, proposer, place, ...filing } = await startFiling();
const { db } = marque.service;
afterEach(() => {
  searchOf(marque.service).path = 'index';
});

const file = async (bytes: Buffer, filename: string, meta: Record<string, unknown> = {}): Promise<string> =>
  (await filing.file(bytes, filename, undefined, meta)).id;

interface Found {
  ids: string[];
  total: number;
  matches: Record<string, { page: number | null }> | undefined;
}

async function find(query: Record<string, string>, caller: Caller = reader): Promise<Found> {
  const { status, body } = await marque.call(
    'GET',
    `/api/v1/assets?${new URLSearchParams(query).toString()}`,
    { as: caller },
  );
  expect(status).toBe(200);
  const { data, total, matches } = body as unknown as Omit<Found, 'ids'> & { data: { id: string }[] };
  return { ids: data.map(({ id }) => id), total, matches };
}

/** What both ways of searching find, which is the same. */
async function findBoth(query: Record<string, string>, caller: Caller = reader): Promise<Found> {
  const search = searchOf(marque.service);
  await search.built(place.workspaceId);
  search.path = 'index';
  const found = await find(query, caller);
  search.path = 'sql';
  expect(await find(query, caller)).toEqual(found);
  return found;
}

const stateOf = async (id: string) =>
  (
    await db.query<{ state: string; reason: string | null; due: boolean }>(
      'select state, reason, due_at is not null as due from marque.asset_texts where asset_id = $1',
      [id],
    )
  )[0];

/** What readers of the asset are told. */
const textOf = async (id: string) => (await filing.preview(id)).text;

const none = { page: null };
const on = (page: number) => ({ page });
const cases: [
  name: string,
  filename: string,
  bytes: Buffer,
  words: Record<string, { page: number | null } | null>,
][] = [
  [
    'a PDF are found by page',
    'a.pdf',
    textPdf(['Harvest in the valley', 'Nothing here', 'The Gr\u00fcner Veltliner, of har-\nvest time']),
    { valley: on(1), gruner: on(3), VELT: on(3), 'harvest time': on(3), tomorrow: null },
  ],
  [
    'an Illustrator file are found',
    'a.ai',
    Buffer.from(
      textPdf(['Artboard wordmark'])
        .toString('latin1')
        .replace('%PDF-1.4\n', '%PDF-1.4\n%AI12_Illustrator\n'),
      'latin1',
    ),
    { wordmark: on(1) },
  ],
  [
    'a Word document are found by the pages that Word noted',
    'a.docx',
    await word(
      paragraph('Terroir') +
        '<w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>Barr</w:t></w:r><w:r><w:t>ique &amp; &#111;ak</w:t></w:r></w:p>' +
        '<w:p><w:r><w:delText>Withdrawn</w:delText><w:instrText>MERGEFIELD</w:instrText></w:r></w:p>',
      { 'word/footnotes.xml': `<w:footnotes>${paragraph('Appellation')}</w:footnotes>` },
    ),
    { terroir: on(1), barrique: on(2), oak: on(2), appellation: none, withdrawn: null, mergefield: null },
  ],
  [
    'a Word document without pages are found',
    'b.docx',
    await word(paragraph('Phylloxera')),
    { phylloxera: none },
  ],
  [
    'slides are found in the order of the presentation, with their notes',
    'a.pptx',
    await slides(['Opening', 'Figures', 'Goodbye'], 'Remember applause'),
    { opening: on(1), applause: on(1), figures: on(2), goodbye: on(3) },
  ],
  [
    'sheets are found, whole numbers as well',
    'a.xlsx',
    await sheets(
      {
        Prices: '<c t="s"><v>1</v></c><c><v>40712345</v></c><c><v>0.8191</v></c>',
        Stock: '<c t="inlineStr"><is><t>Demijohn</t></is></c><c t="str"><f>A1</f><v>Magnum</v></c>',
      },
      ['Unused', 'Decanter'],
    ),
    { prices: on(1), decanter: on(1), '40712345': on(1), demijohn: on(2), magnum: on(2), '8191': null },
  ],
  [
    'an OpenDocument text are found',
    'a.odt',
    await openDocument(
      'text',
      '<office:text><text:tracked-changes><text:p>Retracted</text:p></text:tracked-changes><text:p>Cork<text:span>screw</text:span></text:p><text:p>and <text:soft-page-break/>Bottleneck</text:p></office:text>',
    ),
    { corkscrew: on(1), bottleneck: on(2), retracted: null },
  ],
  [
    'OpenDocument slides are found',
    'a.odp',
    await openDocument(
      'presentation',
      '<office:presentation><draw:page><text:p>Prologue</text:p></draw:page><draw:page><text:p>Epilogue</text:p></draw:page></office:presentation>',
    ),
    { prologue: on(1), epilogue: on(2) },
  ],
  [
    'OpenDocument sheets are found',
    'a.ods',
    await openDocument(
      'spreadsheet',
      '<office:spreadsheet><table:table table:name="Cellar"><text:p>Riddling</text:p></table:table></office:spreadsheet>',
    ),
    { cellar: on(1), riddling: on(1) },
  ],
];

describe('the words inside', () => {
  it.each(cases)('of %s', async (_, filename, bytes, words) => {
    const id = await file(bytes, filename);
    const [first = ''] = Object.keys(words);
    expect(await findBoth({ q: first })).toEqual({ ids: [], total: 0, matches: undefined });
    await readTexts(marque.service);
    expect(await stateOf(id)).toEqual({ state: 'read', reason: null, due: false });
    expect(await textOf(id)).toEqual({ state: 'read', reason: null });
    for (const [q, match] of Object.entries(words))
      expect([q, await findBoth({ q })]).toEqual([
        q,
        match === null
          ? { ids: [], total: 0, matches: undefined }
          : { ids: [id], total: 1, matches: { [id]: match } },
      ]);
  });

  it('rank below those of titles, tags and descriptions, and count in facets', async () => {
    const inside = await file(textPdf(['', 'Sommelier']), 'inside.pdf');
    const described = await file(textPdf(['Other']), 'described.pdf');
    const tagged = await file(textPdf(['More']), 'tagged.pdf', { tags: ['sommelier'] });
    await marque.call('PATCH', `/api/v1/assets/${described}`, {
      as,
      body: { description: 'The sommelierin at work' },
    });
    await readTexts(marque.service);
    // The newest would be first otherwise.
    const newest = await file(textPdf(['Sommelier', 'again']), 'newest.pdf');
    await readTexts(marque.service);
    const found = await findBoth({ q: 'sommelier' });
    expect(found).toEqual({
      ids: [tagged, described, newest, inside],
      total: 4,
      matches: { [newest]: { page: 1 }, [inside]: { page: 2 } },
    });
    expect((await findBoth({ q: 'sommelier', limit: '1', offset: '3' })).matches).toEqual({
      [inside]: { page: 2 },
    });
    expect((await findBoth({ q: 'sommelier', sort: 'oldest', limit: '1' })).matches).toEqual({
      [inside]: { page: 2 },
    });
    // Every word must match, wherever it is.
    expect(await findBoth({ q: 'inside sommel' })).toEqual({
      ids: [inside],
      total: 1,
      matches: { [inside]: { page: 2 } },
    });
    expect((await findBoth({ q: 'inside again' })).ids).toEqual([]);
    expect((await findBoth({ q: 'again sommelier' })).matches).toEqual({ [newest]: { page: 1 } });
    expect((await findBoth({ q: 'sommelier', tag: 'sommelier' })).matches).toBeUndefined();
  });

  it('are found by those who may read the asset only', async () => {
    const open = await file(textPdf(['Vintage charter']), 'open.pdf');
    const hidden = await file(textPdf(['Vintage secret']), 'hidden.pdf', { private: true });
    await readTexts(marque.service);
    expect((await findBoth({ q: 'vintage' })).matches).toEqual({ [open]: { page: 1 } });
    expect((await findBoth({ q: 'vintage' }, as)).ids).toEqual(expect.arrayContaining([open]));
    expect(await find({ q: 'secret' }, reader)).toEqual({ ids: [], total: 0, matches: undefined });
    expect((await find({ q: 'secret' }, as)).ids.every((id) => id === hidden)).toBe(true);
    expect((await find({ q: 'vintage' }, proposer)).ids).toEqual([open]);
    const other = await marque.call('GET', '/api/v1/assets?q=vintage', { as: stranger });
    expect(JSON.stringify(other.body)).not.toContain(open);
    expect((await marque.call('GET', '/api/v1/assets?q=vintage')).status).toBe(401);
    const long = await marque.call('GET', `/api/v1/assets?q=${'x'.repeat(501)}`, { as: reader });
    expect([long.status, long.body.error.code]).toEqual([400, 'invalid_request']);
  });

  it('are found by agents, who can look at the page', async () => {
    const id = await file(textPdf(['Cellar', 'Amphora']), 'agents.pdf');
    await readTexts(marque.service);
    const agent = await connect(marque.url, reader.key);
    const search = (q: string, detail: string) => agent.done('search_assets', { q, detail });
    expect(await search('amphora', 'brief')).toMatchObject({ total: 1, data: [{ id, match: { page: 2 } }] });
    const full = { total: 1, data: [{ id }], matches: { [id]: { page: 2 } } };
    expect(await search('amphora', 'full')).toMatchObject(full);
    expect(JSON.stringify(await search('agents', 'brief'))).not.toContain('"match"');
    await agent.close();
  });

  it('follow the status of an asset, its trash and its end', async () => {
    const id = await file(textPdf(['Ephemeral']), 'gone.pdf');
    await readTexts(marque.service);
    const patch = (status: string) => marque.call('PATCH', `/api/v1/assets/${id}`, { as, body: { status } });
    expect((await findBoth({ q: 'ephemeral' })).ids).toEqual([id]);
    await patch('archived');
    expect((await findBoth({ q: 'ephemeral' })).ids).toEqual([]);
    expect((await findBoth({ q: 'ephemeral', status: 'archived' })).matches).toEqual({ [id]: { page: 1 } });
    await marque.call('DELETE', `/api/v1/assets/${id}`, { as });
    expect((await findBoth({ q: 'ephemeral', status: 'archived' })).ids).toEqual([]);
    expect((await findBoth({ q: 'ephemeral', status: 'deleted' }, as)).ids).toEqual([id]);
    await db.query('delete from payload.assets where id = $1', [id]);
    expect((await findBoth({ q: 'ephemeral', status: 'deleted' }, as)).ids).toEqual([]);
    const left = await db.query('select 1 from marque.asset_text_pages where asset_id = $1', [id]);
    expect([left, await stateOf(id)]).toEqual([[], undefined]);
  });

  it('are those of the current version', async () => {
    const first = await file(textPdf(['Blueprint alpha']), 'v1.pdf');
    const second = await file(textPdf(['Filler', 'Blueprint omega']), 'v2.pdf', { versionOf: first });
    await readTexts(marque.service);
    expect((await findBoth({ q: 'blueprint' })).matches).toEqual({ [second]: { page: 2 } });
    expect((await findBoth({ q: 'alpha' })).ids).toEqual([]);
  });
});

const wordTypes =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';

/** A Word document that begins like this and inflates to so much more, of nothing. */
const bomb = (mebibytes: number, head: string): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': wordTypes,
    'word/document.xml': Buffer.concat([Buffer.from(head), Buffer.alloc(mebibytes * 1024 * 1024, ' ')]),
  });

describe('a file whose text cannot be read', () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><w:document><w:t>&b;</w:t></w:document>`;
  it.each<[string, string, () => Buffer | Promise<Buffer>, string]>([
    ['that is truncated', 'x.pdf', () => textPdf(['Truncated']).subarray(0, 60), 'damaged'],
    [
      'whose zip ends early',
      'x.docx',
      async () => {
        const whole = await word(paragraph('Truncated '.repeat(2000)));
        return Buffer.concat([whole.subarray(0, whole.length - 30), Buffer.alloc(30)]);
      },
      'damaged',
    ],
    ['that is no XML', 'y.docx', () => word('<w:p></w:t>'), 'damaged'],
    [
      'that defines entities',
      'z.docx',
      () => zip({ '[Content_Types].xml': wordTypes, 'word/document.xml': laughs }),
      'declares entities',
    ],
  ])('is filed, and the reason noted: one %s', async (_, filename, make, reason) => {
    const id = await file(await make(), filename);
    await readTexts(marque.service);
    expect(await stateOf(id)).toEqual({
      state: 'unreadable',
      reason: expect.stringContaining(reason),
      due: false,
    });
    expect(await textOf(id)).toEqual({
      state: 'unreadable',
      reason: expect.stringMatching(new RegExp(`^It .*${reason}.*\\.$`, 's')),
    });
    expect((await marque.call('GET', '/api/health')).body.failing).toEqual([]);
  });

  it('is read again by a later version of its reader', async () => {
    const id = await file(textPdf(['Perennial']), 'later.pdf');
    // As an earlier version had left it.
    await db.query(
      `update marque.asset_texts set reader = 'pdf-0', state = 'unreadable', reason = 'crashed the decoder', due_at = null where asset_id = $1`,
      [id],
    );
    await readTexts(marque.service);
    expect((await findBoth({ q: 'perennial' })).ids).toEqual([]);
    // Another process, which looks through all files when it starts.
    await readTexts({ ...marque.service });
    expect((await findBoth({ q: 'perennial' })).matches).toEqual({ [id]: { page: 1 } });
  });

  it('is found out for files from before', async () => {
    const id = await file(textPdf(['Bygone']), 'before.pdf');
    await db.query('delete from marque.asset_texts where asset_id = $1', [id]);
    await readTexts({ ...marque.service });
    expect((await findBoth({ q: 'bygone' })).ids).toEqual([id]);
  });
});

describe('an enormous file', () => {
  it('is read as far as the limits: a zip bomb', async () => {
    const head = `<w:document>${paragraph('Detonator')}`;
    const id = await file(await bomb(300, head), 'bomb.docx');
    await readTexts(marque.service);
    expect(await stateOf(id)).toMatchObject({ state: 'read' });
    expect((await findBoth({ q: 'detonator' })).ids).toEqual([id]);
  });

  it('is read as far as the limits: more than a megabyte of words', async () => {
    const words = Array.from({ length: 400_000 }, (_, at) => `w${at.toString(36)}q`).join(' ');
    const id = await file(await word(paragraph(words)), 'novel.docx');
    await readTexts(marque.service);
    expect(await stateOf(id)).toMatchObject({ state: 'read' });
    expect((await findBoth({ q: 'w1q' })).ids).toEqual([id]);
    expect((await findBoth({ q: `w${(399_999).toString(36)}q` })).ids).toEqual([]);
  });

  it('of words that grow as they are folded stays within what PostgreSQL takes', async () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `\ufdfa\ufdfa${at}\u023a`).join(' ');
    const id = await file(await word(paragraph(words)), 'ligatures.docx');
    await readTexts(marque.service);
    expect(await stateOf(id)).toMatchObject({ state: 'read' });
  });
});

describe('a decoder that hangs or takes too much', () => {
  it.each([
    ['time', { seconds: 0.5 }, '0.5 s to decode'],
    ['memory', { memoryBytes: 1024 * 1024 }, '1 MiB to decode'],
  ])('is killed, and costs that file its text only: %s', async (what, limits, reason) => {
    const id = await file(await bomb(90, `<w:document>${paragraph(what)}`), `${what}.docx`);
    const before = setDecoderLimits('texts', limits);
    try {
      await readTexts(marque.service);
      // One that got no processor time for that long is tried again.
      for (let tries = 0; (await stateOf(id))?.state === 'pending' && tries < 5; tries += 1) {
        await db.query('update marque.asset_texts set due_at = now(), attempts = 0 where asset_id = $1', [
          id,
        ]);
        await readTexts(marque.service);
      }
    } finally {
      setDecoderLimits('texts', before);
    }
    expect(await stateOf(id)).toEqual({
      state: 'unreadable',
      reason: expect.stringContaining(reason),
      due: false,
    });
    const next = await file(textPdf([`Survivor of ${what}`]), 'next.pdf');
    await readTexts(marque.service);
    expect((await findBoth({ q: `survivor ${what}` })).ids).toEqual([next]);
  });

  it('is asked again later where the server was too busy', async () => {
    const id = await file(textPdf(['Busy']), 'busy.pdf');
    const before = setDecoderLimits('texts', { processes: 0, queue: 0 });
    try {
      await readTexts(marque.service);
    } finally {
      setDecoderLimits('texts', before);
    }
    expect(await stateOf(id)).toEqual({ state: 'pending', reason: null, due: true });
    expect(await textOf(id)).toEqual({ state: 'pending', reason: null });
  });
});
