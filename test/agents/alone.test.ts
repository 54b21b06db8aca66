// An agent that does the job alone: by tool calls only, with nothing but what the tools' descriptions promise.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { makeAsset, makePicture } from '../assets/library.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type Caller, type TestService } from '../setup/service.ts';
import { connect, type Agent } from './client.ts';

let marque: TestService;
let agent: Agent;
let asEditor: Caller;
let logoId: string;
let expiredId: string;
let renewedId: string;
let pictures: Server;
let generated: Buffer;

/**
 * What was there before the agent: a brand with a logo for dark backgrounds, and a photograph whose rights
 * have expired.
 */
beforeAll(async () => {
  generated = await makePicture({ width: 64, height: 48 });
  pictures = createServer((_, response) => response.setHeader('content-type', 'image/png').end(generated));
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  marque = await startService({ FETCH_ALLOW: '127.0.0.1' });
  const place = await marque.makePlace();
  await makeDefaultBrand(marque, place);
  const editor = await marque.makeMember(place, 'write', { name: 'Edda Editor' });
  asEditor = { cookie: editor.cookie };
  const editing = callsAsEditor();
  const old = await makeAsset(
    marque,
    asEditor,
    { tags: ['logo'] },
    await makePicture({ width: 1200, height: 600 }),
  );
  const logo = await makeAsset(
    marque,
    asEditor,
    { versionOf: old.id },
    await makePicture({ width: 1400, height: 700 }),
  );
  logoId = logo.id;
  await editing.done('PATCH', '/brand/rules', {
    set: [
      { key: 'logo.main', type: 'text', value: 'The mark.', assets: [{ id: old.id }] },
      {
        key: 'logo.main',
        context: 'dark-background',
        type: 'text',
        value: 'The light mark.',
        assets: [{ id: logoId }],
      },
      { key: 'voice.greeting', type: 'text', value: 'Dear customer,' },
    ],
  });
  await editing.done('POST', '/fields', {
    key: 'subject',
    label: 'Subject',
    type: 'select',
    options: ['space', 'people'],
  });
  renewedId = (await makeAsset(marque, asEditor, { tags: ['harbour'] })).id;
  const rights = { expires: '2020-01-01' };
  expiredId = (await makeAsset(marque, asEditor, { tags: ['harbour'], rights })).id;
  await editing.done('PATCH', `/assets/${expiredId}`, { supersededBy: renewedId });
  agent = await connect(marque.url, (await marque.makeKey(place, 'propose')).key);
});
afterAll(async () => {
  await agent.close();
  pictures.close();
  await marque.close();
});

const callsAsEditor = () => callsAs(marque, asEditor);

describe('an agent with nothing but its tools', () => {
  it('finds the current logo for a dark background, and returns it 640 pixels wide as WebP', async () => {
    const { data: rules } = await agent.done('brand_rules', { context: 'dark-background' });
    const [named] = rules.find(({ key }: { key: string }) => key === 'logo.main').assets;
    const described = await agent.done('describe_asset', { id: named.id });
    const id = described.current ? described.id : described.supersededBy;
    expect(id).toBe(logoId);
    expect((await agent.done('check_use', { asset: id, context: 'dark-background' })).allowed).toBe(true);
    const { data } = await agent.done('rendition_url', { id, w: 640, f: 'webp' });
    expect(data.public).toBe(true);
    const picture = Buffer.from(await (await fetch(data.url)).arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 });
  });

  it('refuses to use an expired photograph, and names its replacement', async () => {
    const { data } = await agent.done('search_assets', { tag: ['harbour'], status: ['active', 'expired'] });
    expect(data.map(({ id }: { id: string }) => id)).toContain(expiredId);
    const verdict = await agent.done('check_use', { asset: expiredId, channel: 'web' });
    expect(verdict.allowed).toBe(false);
    expect(verdict.reasons.map(({ code }: { code: string }) => code)).toContain('expired');
    expect(verdict.suggest.map(({ id }: { id: string }) => id)).toEqual([renewedId]);
    const refused = await agent.refused('rendition_url', { id: expiredId, w: 640 });
    expect(refused).toMatchObject({ code: 'conflict', detail: { supersededBy: renewedId } });
  });

  let brought: string;

  it('uploads a generated picture with its provenance, tags and fields, for a person to decide on', async () => {
    const { port } = pictures.address() as AddressInfo;
    const { data: fields } = await agent.done('list_fields');
    expect(fields).toMatchObject([{ key: 'subject', options: ['space', 'people'] }]);
    const { data, deduped } = await agent.done('ingest_asset', {
      url: `http://127.0.0.1:${port}/nebula.png`,
      origin: 'generated',
      generator: 'a model',
      prompt: 'a nebula over the harbour',
      tags: ['nebula'],
      fields: { subject: 'space' },
      note: 'For the autumn page',
    });
    brought = data.id;
    expect(deduped).toBe(false);
    expect(data).toMatchObject({
      status: 'proposed',
      origin: 'generated',
      prompt: 'a nebula over the harbour',
    });
    await agent.done('propose_tags', { id: brought, tags: ['harbour'], note: 'It is in the picture' });
    const { data: waiting } = await agent.done('my_proposals', { status: 'waiting' });
    expect(waiting).toMatchObject([
      { kind: 'tags', after: { tags: ['harbour'] } },
      {
        kind: 'asset',
        note: 'For the autumn page',
        after: { generator: 'a model', fields: { subject: 'space' } },
      },
    ]);
  });

  it('files its own picture without sending bytes in a tool call', async () => {
    const bytes = await makePicture();
    const ticket = await agent.done('create_upload', {
      filename: 'own.png',
      mime: 'image/png',
      size: bytes.length,
    });
    expect((await fetch(ticket.uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(200);
    const { data } = await agent.done('finish_upload', { token: ticket.token, origin: 'generated' });
    expect(data).toMatchObject({ filename: 'own.png', status: 'proposed' });
    expect(JSON.stringify(await agent.client.listTools())).not.toMatch(/base64/i);
  });

  it('proposes another wording for a rule, and reads why the last one was rejected', async () => {
    const refused = await agent.refused('set_rules', { set: [{ key: 'voice.greeting', value: 'Hey!' }] });
    expect(refused.message).toContain('propose_rules');
    const first = await agent.done('propose_rules', {
      set: [{ key: 'voice.greeting', value: 'Hey!' }],
      note: 'Shorter',
    });
    await callsAsEditor().done('POST', `/proposals/${first.data.id}/decision`, {
      decision: 'reject',
      note: 'Too casual: keep a comma at the end.',
    });
    const { data: mine } = await agent.done('my_proposals', { kind: 'rule', status: 'rejected' });
    expect(mine).toMatchObject([
      { reviewNote: 'Too casual: keep a comma at the end.', decidedBy: 'Edda Editor' },
    ]);

    const second = await agent.done('propose_rules', { set: [{ key: 'voice.greeting', value: 'Hello,' }] });
    expect(second.data).toMatchObject({
      status: 'waiting',
      before: { rules: [{ value: 'Dear customer,' }] },
    });
    await callsAsEditor().done('POST', `/proposals/${second.data.id}/decision`, { decision: 'accept' });
    const { data: rules } = await agent.done('brand_rules');
    expect(rules.find(({ key }: { key: string }) => key === 'voice.greeting').value).toBe('Hello,');
  });

  it('lists its waiting proposals, and the decisions on the others', async () => {
    const { data, total } = await agent.done('my_proposals', { status: 'waiting' });
    expect(total).toBe(3);
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['asset', 'tags', 'asset']);
    const { data: all } = await agent.done('my_proposals');
    expect(all.map(({ status }: { status: string }) => status).sort()).toEqual([
      'accepted',
      'rejected',
      'waiting',
      'waiting',
      'waiting',
    ]);
  });
});
