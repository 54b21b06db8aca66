// What strangers write reaches an agent only as data: every injection, by the ways it would come in, read by every tool, resource and
// prompt. One that is added to the server and not here fails the first test of its kind.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { notice } from '../../plugins/agents/framed.ts';
import { toolboxOf } from '../../plugins/agents/tools.ts';
import { sendBytes } from '../assets/library.ts';
import { defineFields } from '../setup/workspace.ts';
import { site } from '../sites/zips.ts';
import { connect, textOf, type Agent } from './client.ts';
import { hostileJpeg } from './hostile-files.ts';
import { injections, wellFormed } from './injections.ts';
import { planter, type Planted } from './planting.ts';
import { agent, files, marque, scout, writer } from './workspace.ts';

let writes: Agent;
const planted: Planted[] = [];
/** Calls at once. */
const atOnce = 6;

beforeAll(async () => {
  marque.service.env.chromiumPath = undefined;
  await defineFields(marque, writer, { key: 'place', label: 'Place', type: 'text' });
  const plant = planter(marque, { writer, proposer: scout });
  for (let at = 0; at < injections.length; at += atOnce)
    planted.push(...(await Promise.all(injections.slice(at, at + atOnce).map(plant))));
}, 300_000);

// A client of its own for each test: thousands of calls through one would leave thousands of listeners on its signal.
beforeEach(async () => {
  writes = await connect(marque.url, writer.key);
});
afterEach(() => writes.close());

afterAll(async () => {
  await agent.close();
  await marque.close();
  files.close();
});

type Args = Record<string, unknown>;

interface Reading {
  args: (one: Planted) => Args | Promise<Args>;
  /** What comes out: the text, those of some of them (a list has a limit), or nothing that a stranger wrote. */
  carries: 'text' | 'some' | 'none';
  as?: () => Agent;
}

const reads = (args: Reading['args']): Reading => ({ args, carries: 'text' });
const silent = (args: Reading['args']): Reading => ({ args, carries: 'none' });

const uploaded = async (bytes: Buffer, filename: string, mime: string): Promise<string> =>
  (await sendBytes(marque, writer, bytes, { filename, mime })).token;
const said = ({ text }: Planted): string => wellFormed(text).replaceAll('\0', '');
const line = (one: Planted): string => said(one).replace(/\p{Cc}/gu, ' ');

/** A tool may be read in several ways. */
const readings: Readonly<Record<string, Reading | readonly Reading[]>> = {
  search_assets: [
    reads(({ canary }) => ({ q: canary, detail: 'full', thumbnails: true })),
    ...['full', 'brief'].map((detail) =>
      reads(({ collection }) => ({ collection, status: ['proposed'], detail })),
    ),
  ],
  view_assets: silent(({ asset, picture, document, sent }) => ({ assets: [asset, picture, document, sent] })),
  describe_asset: [
    reads(({ asset }) => ({ asset })),
    reads(({ picture: asset }) => ({ asset })),
    reads(({ document: asset }) => ({ asset })),
    reads(({ sent: asset }) => ({ asset })),
  ],
  find_similar: (['picture', 'sent'] as const).map((other) => ({
    args: async ({ asset, [other]: one }) => {
      await marque.service.db.query(
        'update marque.picture_hashes set dhash = $2::bit(64), phash = $2::bit(64), due_at = null where asset_id = any($1)',
        [[asset, one], '01'.repeat(32)],
      );
      return { asset: one };
    },
    carries: 'some',
  })),
  check_use: [
    reads(({ asset }) => ({ asset, channel: 'web' })),
    reads(({ sent: asset }) => ({ asset, channel: 'web' })),
  ],
  rendition_url: silent(({ picture }) => ({ asset: picture, w: 4, f: 'webp' })),
  list_brands: reads(() => ({})),
  brand_rules: [reads(({ brand }) => ({ brand })), reads(({ brand, context }) => ({ brand, context }))],
  list_pages: reads(({ brand }) => ({ brand })),
  get_page: reads(({ brand, page }) => ({ brand, page })),
  // Its words; where it is drawn, it says nothing.
  preview_page: reads(({ brand, page }) => ({ brand, page })),
  brand_updates: reads(({ brand }) => ({ brand })),
  export_tokens: ['css', 'json', 'android', 'swift', 'ts', 'scss', 'tailwind'].map((format) =>
    reads(({ brand }) => ({ brand, format })),
  ),
  check_contrast: silent(({ brand }) => ({ brand, color: 'color.primary', background: '#fff' })),
  list_templates: silent(() => ({})),
  get_theme: silent(({ brand }) => ({ brand })),
  brand_status: silent(async ({ brand, text }) => {
    await writes.done('set_rules', { brand, set: [{ key: 'voice.tone', value: wellFormed(text) }] });
    return { brand };
  }),
  list_fields: reads(() => ({})),
  list_collections: reads(() => ({})),
  recent_activity: { args: () => ({ limit: 200 }), carries: 'some' },
  access_report: silent(({ asset }) => ({ ref: asset })),
  whoami: silent(() => ({})),
  ingest_asset: reads((one) => ({ url: `${files.url}/picture.png`, title: line(one) })),
  create_upload: silent((one) => ({ filename: line(one), mime: 'image/png', size: 3 })),
  finish_upload: reads(async (one) => {
    const token = await uploaded(await hostileJpeg(one.text), `${line(one)}.jpg`, 'image/jpeg');
    return { token, title: line(one), note: said(one) };
  }),
  propose_changes: [
    reads((one) => ({
      items: [{ asset: one.asset, changes: { creator: `${line(one)} too` }, note: said(one) }],
    })),
    reads((one) => ({ items: [{ asset: one.sent, changes: { creator: 'Somebody' } }] })),
  ],
  propose_tags: reads((one) => ({ asset: one.asset, tags: [`two ${line(one)}`.slice(0, 90)] })),
  propose_fields: reads((one) => ({ asset: one.asset, fields: { place: `${line(one)} too` } })),
  propose_rules: reads((one) => ({
    brand: one.brand,
    set: [{ key: 'voice.tone', value: `${said(one)} too` }],
  })),
  propose_page: reads((one) => ({
    brand: one.brand,
    page: one.page,
    ops: [{ op: 'update', id: 'one', set: { body: `${said(one)} too` } }],
    note: said(one),
  })),
  propose_collection: reads((one) => ({ name: line(one), description: said(one), parent: one.collection })),
  propose_share: reads((one) => ({
    kind: 'view',
    collection: one.collection,
    name: line(one),
    note: said(one),
  })),
  list_comments: [
    reads(({ asset }) => ({ asset })),
    reads(({ picture: asset }) => ({ asset })),
    reads(({ brand, page }) => ({ on: 'page', brand, page })),
  ],
  comment: [
    reads((one) => ({ asset: one.asset, body: said(one) })),
    reads((one) => ({ on: 'page', brand: one.brand, page: one.page, body: said(one) })),
  ],
  comment_on_page: reads((one) => ({ brand: one.brand, page: one.page, body: said(one) })),
  resolve_comment: reads(({ comment }) => ({ comment })),
  my_proposals: { ...reads(({ asset }) => ({ target: asset })), as: () => agent },
  withdraw_proposals: {
    ...silent(async (one) => ({ proposals: [await waiting(one, 'take')] })),
    as: () => agent,
  },
  update_assets: silent((one) => ({ assets: [one.asset], changes: { description: said(one) } })),
  create_collection: reads((one) => ({ name: line(one), description: said(one) })),
  change_collection: reads(({ collection, asset }) => ({ collection, add: [asset] })),
  set_rules: reads((one) => ({ brand: one.brand, set: [{ key: 'voice.tone', value: said(one) }] })),
  save_page: reads((one) => ({
    brand: one.brand,
    page: 'another',
    title: line(one),
    sections: [{ template: 'text', body: said(one) }],
  })),
  edit_page: reads((one) => ({
    brand: one.brand,
    page: one.page,
    ops: [{ op: 'page', set: { lede: said(one) } }],
  })),
  set_theme: silent(({ brand }) => ({ brand, accent: 'color.primary' })),
  publish_brand: reads((one) => ({ brand: one.brand, note: said(one) })),
  review_queue: [reads(({ asset }) => ({ target: asset })), reads(({ sent: asset }) => ({ target: asset }))],
  review_proposal: [
    reads(async (one) => ({ proposal: await waiting(one, 'title'), decision: 'accept' })),
    reads(async ({ sent }) => {
      const { data } = await writes.done('review_queue', { target: sent });
      const proposal = (data as { id: string; kind: string }[]).find(({ kind }) => kind === 'asset');
      return { proposal: proposal?.id, decision: 'reject', note: 'Not ours.' };
    }),
  ],
  review_proposals: silent(async (one) => ({
    proposals: [await waiting(one, 'copy')],
    decision: 'reject',
    note: said(one),
  })),
  create_site: reads((one) => ({ name: line(one) })),
  list_sites: reads(() => ({})),
  deploy_site: reads(async (one) => ({
    site: one.site,
    token: await uploaded(site(), `${line(one)}.zip`, 'application/zip'),
  })),
  list_deployments: silent(({ site: id }) => ({ site: id })),
  restore_deployment: silent(({ site: id, deployment }) => ({ site: id, deployment })),
  create_share: reads((one) => ({ kind: 'view', collection: one.collection, name: line(one) })),
  list_shares: reads(({ collection }) => ({ collection })),
  delete_share: silent(({ share }) => ({ share })),
  delete_page: silent(({ brand }) => ({ brand, page: 'another' })),
};

async function waiting(one: Planted, word: string): Promise<string> {
  const items = [{ asset: one.asset, changes: { title: `${line(one)} ${word}` } }];
  const { results } = await agent.done('propose_changes', { items });
  return results[0].proposals[0].id as string;
}

/** What people don't see, and controls other than line breaks and tabs. */
const hidden =
  /\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}|\p{Zl}|\p{Zp}|\u034f|[\u115f\u1160]|[\u17b4\u17b5]|[\u180b-\u180f]|\u2800|\u3164|[\ufe00-\ufe0f]|\uffa0|[\u{e0100}-\u{e01ef}]|[^\P{Cc}\n\t]/u;
/** Whatever a model may take for a bracket. */
const brackets = /[<>\u2039\u203a\u276e\u276f\u27e8\u27e9\u3008\u3009\ufe64\ufe65\uff1c\uff1e]/u;
/** What could close the frame, or pass for the start of somebody's turn. */
const marks = /<\s*[/／]?\s*[d\uff44][a\u0430\uff41][t\uff54][a\u0430\uff41]|<\|/iu;
/** What browsers hide or draw. */
const tags = /<[!/a-z]/iu;

const inFrame = (text: string): string => {
  const [head, tail] = [`${notice}\n<data>\n`, '\n</data>'];
  expect([text.slice(0, head.length), text.slice(-tail.length)]).toEqual([head, tail]);
  return text.slice(head.length, -tail.length);
};

function expectJson(text: string): void {
  expect(text).not.toMatch(hidden);
  expect(text).not.toMatch(brackets);
  expect(() => JSON.parse(text)).not.toThrow();
}

function expectText(text: string, { isFile }: { isFile: boolean }): void {
  expect(text).not.toMatch(hidden);
  expect(text).not.toMatch(marks);
  if (!isFile) expect(text).not.toMatch(tags);
  expect(text.replace(/[<>]/g, '')).not.toMatch(brackets);
}

/** Any of the texts. */
const canary = /kestrel\d\d/;

/** Calls for every injection, a few at a time. */
async function forEach<T>(act: (one: Planted) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < planted.length; at += atOnce)
    results.push(...(await Promise.all(planted.slice(at, at + atOnce).map(act))));
  return results;
}

describe('a tool', () => {
  it('is read here, whichever there is', () => {
    expect(injections.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(readings).sort()).toEqual([...toolboxOf(marque.service).byName.keys()].sort());
  });

  const each = Object.entries(readings).flatMap(([tool, given]) =>
    [given].flat().map((reading, at) => [at === 0 ? tool : `${tool} (${at + 1})`, tool, reading] as const),
  );
  it.each(each)('%s answers what strangers wrote as data', async (_, tool, { args, carries, as }) => {
    const results = await forEach(async (one) => {
      const result = await (as?.() ?? writes).call(tool, await args(one));
      const text = textOf(result);
      expect([one.technique, result.isError ?? false, result.isError ? text : '']).toEqual([
        one.technique,
        false,
        '',
      ]);
      if (tool === 'export_tokens') expectText(inFrame(text), { isFile: true });
      else expectJson(inFrame(text));
      expectJson(JSON.stringify(result.structuredContent ?? null));
      return carries === 'none' ? canary.test(text) : text.includes(one.canary);
    });
    const expected = { text: [true], some: expect.arrayContaining([true]), none: [false] }[carries];
    expect([...new Set(results)]).toEqual(expected);
  });
});

describe('a resource', () => {
  const addresses: Readonly<Record<string, (one: Planted) => string[]>> = {
    'marque://brands/{slug}/rules': ({ brand }) => [`marque://brands/${brand}/rules`],
    'marque://brands/{slug}/rules/{context}': ({ brand, context }) => [
      `marque://brands/${brand}/rules/${context}`,
    ],
    'marque://brands/{slug}/pages/{page}': ({ brand, page }) => [`marque://brands/${brand}/pages/${page}`],
    'marque://assets/{id}': ({ asset, picture, document, sent }) =>
      [asset, picture, document, sent].map((id) => `marque://assets/${id}`),
  };

  it('is read here, whichever there is', async () => {
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(Object.keys(addresses));
  });

  it.each(Object.entries(addresses))('%s is its own frame', async (_, addressesOf) => {
    await forEach(async (one) => {
      for (const uri of addressesOf(one)) {
        const [content] = (await agent.client.readResource({ uri })).contents;
        const text = content && 'text' in content ? content.text : '';
        expect(text).toContain(one.canary);
        if (content?.mimeType === 'text/markdown') expectText(inFrame(text), { isFile: false });
        else {
          expectJson(text);
          expect(JSON.parse(text)).toMatchObject({ notice });
        }
      }
    });
  });
});

describe('the voice of the server', () => {
  it('has nothing in it that a stranger wrote', async () => {
    const { client } = writes;
    const own = JSON.stringify([
      client.getInstructions(),
      await client.listTools(),
      await client.listResources(),
      await client.listResourceTemplates(),
      await client.listPrompts(),
    ]);
    expect(own).not.toMatch(canary);
  });

  type Given = Record<string, string>[];
  const prompts: Readonly<Record<string, (one: Planted) => Given | Promise<Given>>> = {
    use_the_brand: ({ brand, context }) => [{ brand, context }],
    review_queue: () => [{}],
    fill_metadata: async (one) => {
      const { data } = await writes.done('create_collection', { name: line(one) });
      return [one.collection, data.name].map((collection) => ({ collection, field: 'place' }));
    },
  };

  it('has prompts that repeat no name, whichever there is', async () => {
    const listed = (await agent.client.listPrompts()).prompts.map(({ name }) => name);
    expect(listed).toEqual(Object.keys(prompts));
    for (const [name, given] of Object.entries(prompts))
      await forEach(async (one) => {
        for (const args of await given(one)) {
          const { messages } = await agent.client.getPrompt({ name, arguments: args });
          expect([name, JSON.stringify(messages)]).toEqual([name, expect.not.stringMatching(canary)]);
        }
      });
  });

  it('completes names that are plain words, and else IDs', async () => {
    const complete = async (ref: object, name: string, value: string, others = {}) =>
      (
        await agent.client.complete({
          ref: ref as { type: 'ref/prompt'; name: string },
          argument: { name, value },
          context: { arguments: others },
        })
      ).completion.values;
    const prompt = (name: string) => ({ type: 'ref/prompt', name });
    const [first] = planted;
    const values = [
      ...(await complete(prompt('fill_metadata'), 'collection', '')),
      ...(await complete(prompt('fill_metadata'), 'field', '')),
      ...(await complete(prompt('use_the_brand'), 'brand', '')),
      ...(await complete(prompt('use_the_brand'), 'context', '', { brand: first?.brand })),
      ...(await complete({ type: 'ref/resource', uri: 'marque://brands/{slug}/pages/{page}' }, 'page', '', {
        slug: first?.brand,
      })),
    ];
    expect(values.length).toBeGreaterThan(injections.length);
    for (const value of values) {
      expect(value).toMatch(/^[\p{L}\p{N} _-]{1,60}$/u);
      expect(value).not.toMatch(hidden);
    }
  });

  it('quotes it in errors, too', async () => {
    await forEach(async (one) => {
      for (const [tool, args] of [
        ['propose_fields', { asset: one.asset, fields: { [line(one)]: 'x' } }],
        ['search_assets', { [one.text]: 'x' }],
        ['describe_asset', { asset: one.text }],
        ['get_page', { brand: one.brand, page: one.text }],
        ['save_page', { brand: one.brand, page: 'x', title: 'X', sections: [{ template: line(one) }] }],
      ] as const) {
        const result = await writes.call(tool, args);
        expect([tool, result.isError]).toEqual([tool, true]);
        expectJson(inFrame(textOf(result)));
      }
      const missing = writes.client.callTool({ name: one.text, arguments: {} });
      await expect(missing).rejects.toThrow(expect.not.stringMatching(hidden));
    });
  });
});
