// What agents pay for Marque in each conversation, in tokens: characters / 4, as a rule of thumb, and pixels / 750 for a picture.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { makeAsset } from '../assets/library.ts';
import { connect, dataOf, textOf } from './client.ts';
import { agent, files, marque, reader, scout, writer } from './workspace.ts';

afterAll(async () => {
  await agent.close();
  await marque.close();
  files.close();
});

const tokens = (value: unknown): number => JSON.stringify(value).length / 4;

async function pictureTokens({ content }: CallToolResult): Promise<number> {
  let pixels = 0;
  for (const block of content)
    if (block.type === 'image') {
      const { width, height } = await sharp(Buffer.from(block.data, 'base64')).metadata();
      pixels += width * height;
    }
  return pixels / 750;
}

async function toolsFor({ key }: { key: string }): Promise<Tool[]> {
  const listing = await connect(marque.url, key);
  const { tools } = await listing.client.listTools();
  await listing.close();
  return tools;
}

const pinned = path.resolve('test/agents/tools.json');

describe('tools/list', () => {
  it.each([
    ['read', reader, 5000],
    ['propose', scout, 12_000],
    ['write', writer, 15_000],
  ] as const)('is light for %s', async (_, caller, most) => {
    expect(tokens(await toolsFor(caller))).toBeLessThanOrEqual(most);
  });

  it('has only what the scope of the key can use, and refuses the rest by saying what it needs', async () => {
    const names = (await toolsFor(reader)).map(({ name }) => name);
    expect(names).toContain('search_assets');
    expect(names).not.toContain('propose_tags');
    expect((await toolsFor(scout)).map(({ name }) => name)).not.toContain('publish_brand');
    const reading = await connect(marque.url, reader.key);
    const refused = await reading.refused('propose_tags', { asset: crypto.randomUUID(), tags: ['sea'] });
    expect(['forbidden', 'not_found']).toContain(refused.code);
    expect(await reading.refused('create_upload', { filename: 'a', mime: 'a/b', size: 1 })).toMatchObject({
      code: 'forbidden',
      detail: { needs: 'propose' },
    });
    await reading.close();
  });

  // A change here is a change for every agent: look at it before you accept it with UPDATE_TOOLS=1.
  it('is what test/agents/tools.json says, name by name and schema by schema', async () => {
    const tools = await toolsFor(writer);
    const now = tools.map(({ name, inputSchema, outputSchema }) => ({
      name,
      tokens: Math.round(tokens(tools.find((tool) => tool.name === name))),
      input: inputSchema,
      ...(outputSchema ? { output: outputSchema } : {}),
    }));
    if (process.env.UPDATE_TOOLS)
      writeFileSync(pinned, `[\n${now.map((tool) => JSON.stringify(tool)).join(',\n')}\n]\n`);
    expect(now).toEqual(JSON.parse(readFileSync(pinned, 'utf8')));
  });

  it('shares what several arguments have in common, and a model can follow every reference', async () => {
    for (const { name, inputSchema } of await toolsFor(writer)) {
      const text = JSON.stringify(inputSchema);
      const referred = [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, key]) => key);
      const defined = Object.keys((inputSchema as { $defs?: object }).$defs ?? {});
      expect([name, [...new Set(referred)].sort()]).toEqual([name, defined.sort()]);
    }
  });
});

describe('a search', () => {
  const word = 'weighty';
  const tags = [word, ...Array.from({ length: 40 }, (_, at) => `a rather long tag ${at}`)];

  it('answers a hit in 80 tokens, and 20 with pictures in 8,000', async () => {
    for (let at = 0; at < 20; at += 1)
      await makeAsset(marque, writer, { tags, filename: `${'long name '.repeat(20)}${at}.png` });
    const brief = await agent.call('search_assets', { tag: word });
    const { data, total } = dataOf(brief) as { data: object[]; total: number };
    expect([data.length, total]).toEqual([20, 20]);
    for (const hit of data) expect(tokens(hit)).toBeLessThanOrEqual(80);
    expect(tokens(brief) / 20).toBeLessThanOrEqual(80);

    const pictured = await agent.call('search_assets', { tag: word, thumbnails: true });
    expect(pictured.content.filter(({ type }) => type === 'image')).toHaveLength(20);
    expect(textOf(pictured).length / 4 + (await pictureTokens(pictured))).toBeLessThanOrEqual(8000);
    expect((dataOf(pictured) as { data: { image: number }[] }).data.map(({ image }) => image)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
  });

  it.each([
    ['quotes', '"'],
    ['backslashes', '\\\\'],
    ['markup', '<'],
    ['brackets that look like markup', '\u27e8'],
    ['invisible characters', '\u200b'],
    ['characters beyond the basic plane that nobody sees', '\u{e0041}'],
    ['emoji', '🦊'],
    ['ideographs', '漢'],
  ])('answers a hit in 80 tokens, whatever it is called: %s', async (_, character) => {
    const tag = `extreme ${character.codePointAt(0)}`;
    const tags = [tag, ...Array.from({ length: 30 }, (_, at) => `${character.repeat(40)}${at}`)];
    const { id } = await makeAsset(marque, writer, {
      tags,
      filename: 'long.png',
      title: character.repeat(200),
    });
    // As long as a caller can say; the width and the state take what they can, too.
    await marque.service.db.query(
      `update payload.assets set mime_type = $2, width = 99999, height = 99999, status = 'proposed' where id = $1`,
      [id, `application/${'vnd.long-'.repeat(20)}x`],
    );
    const answer = await agent.call('search_assets', { tag, status: ['proposed'], thumbnails: true });
    const { data } = dataOf(answer) as { data: { title: string; mime: string; moreTags: number }[] };
    expect(data).toMatchObject([
      { id, status: 'proposed', mime: expect.stringMatching(/^application\/vnd.+…$/) },
    ]);
    expect(data[0]?.title.length).toBeGreaterThan(4);
    expect(data[0]?.moreTags).toBeGreaterThan(20);
    // As it's sent: escaped in the text, and again as a string of the protocol's JSON.
    const text = textOf(answer);
    const hit = text.slice(text.indexOf('[{') + 1, text.lastIndexOf('}]') + 1);
    expect(JSON.stringify(hit).length / 4).toBeLessThanOrEqual(80);
  });

  it('answers whole records and facet counts if asked', async () => {
    const { data, facets } = await agent.done('search_assets', { tag: word, detail: 'full', limit: 1 });
    expect(data[0].tags).toHaveLength(tags.length);
    expect(facets.tags[0]).toEqual({ value: expect.any(String), count: 20 });
  });

  it('says which values of an argument there are', async () => {
    expect((await agent.refused('search_assets', { detail: 'short' })).message).toContain('brief');
    expect((await agent.refused('search_assets', { detail: 'short' })).code).toBe('invalid_request');
  });
});
