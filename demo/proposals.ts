// The agent suggests, a person decides, and the agent reads what became of it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Agent } from './agent.ts';
import type { Asset, Library } from './library.ts';
import { chapter, inWords, type Send, type Who } from './tell.ts';

export async function suggest(scout: Agent, { hubble, rocket, chelsea }: Library): Promise<void> {
  chapter('It suggests tags and values; what it may not do is refused in words');
  const tags = (asset: Asset, suggested: string[]) =>
    scout.use(
      'propose_tags',
      { id: asset.id, tags: suggested },
      {
        says: ({ data }) => `waiting: ${data.proposedTags.join(', ')}`,
        holds: ({ data }) => data.tags.length === 0 && data.proposedTags.length === suggested.length,
      },
    );
  const values = (asset: Asset, suggested: Record<string, string>) =>
    scout.use(
      'propose_fields',
      { id: asset.id, fields: suggested },
      {
        says: ({ data }) => `waiting: ${inWords(data.proposedFields)}`,
        holds: ({ data }) => Object.keys(data.fields).length === 0,
      },
    );
  await scout.use(
    'list_fields',
    {},
    {
      says: ({ data }) => data.map(({ key }: { key: string }) => key).join(', '),
      holds: ({ data }) => data.length === 2,
    },
  );
  await tags(hubble, ['galaxy', 'deep field', 'hubble']);
  await values(hubble, { subject: 'space', campaign: 'Look up' });
  await values(rocket, { subject: 'space' });
  await values(chelsea, { subject: 'animal' });
  await scout.use(
    'propose_fields',
    { id: rocket.id, fields: { subject: 'rockets' } },
    {
      refused: 'invalid',
      says: ({ message }) => message,
      holds: ({ detail }) => detail.issues[0].path === 'fields.subject',
    },
  );
  await scout.use(
    'set_rules',
    { set: [{ key: 'voice.greeting', type: 'text', value: 'Hey!' }] },
    {
      refused: 'forbidden',
      says: ({ message }) => message,
      holds: ({ detail }) => detail.needs === 'write' && detail.propose[0] === 'propose_rules',
    },
  );
}

export async function review(
  send: Send,
  mara: Who,
  { hubble, rocket, chelsea, coffee }: Library,
  dataDir: string,
): Promise<void> {
  chapter('A person looks at what waits, accepts three and rejects one with a note');
  await send('GET', '/api/v1/assets?review=true', {
    who: mara,
    expect: 200,
    says: ({ body: { data, total } }) =>
      `${total} wait: ${data.map((asset: Asset) => asset.filename).join(', ')}`,
    holds: ({ body }) => body.total === 4,
  });
  await send('GET', `/api/v1/assets/${hubble.id}`, {
    who: mara,
    expect: 200,
    says: ({ body: { data } }) =>
      `${data.state}, by ${data.proposedBy}, tags ${data.proposedTags.join(', ')}`,
    holds: ({ body: { data } }) => data.proposedFields.subject === 'space',
  });
  const thumbnail = await send('GET', `/api/v1/assets/${hubble.id}/content/w_320,f_webp`, {
    who: mara,
    expect: 200,
    says: ({ bytes }) => `a thumbnail of ${bytes.length} bytes`,
  });
  await writeFile(path.join(dataDir, 'waiting.webp'), thumbnail.bytes);
  const accept = (asset: Asset, patch: object) =>
    send('PATCH', `/api/v1/assets/${asset.id}`, {
      who: mara,
      expect: 200,
      body: { status: 'active', ...patch },
      says: ({ body: { data } }) =>
        `${data.state}, ${inWords(data.fields)}${data.tags.length > 0 ? `, tags ${data.tags.join(', ')}` : ''}`,
      holds: ({ body: { data } }) =>
        data.state === 'active' && data.proposedTags.length === 0 && !('subject' in data.proposedFields),
    });
  await accept(hubble, {
    title: 'Hubble Deep Field',
    creator: 'NASA/ESA',
    tags: ['galaxy', 'deep field'],
    proposedTags: [],
    fields: { subject: 'space', campaign: 'Look up' },
  });
  await accept(rocket, { title: 'Lift-off', creator: 'SpaceX', fields: { subject: 'space' } });
  await accept(chelsea, { title: 'Chelsea', fields: { subject: 'animal' } });
  await send('PATCH', `/api/v1/assets/${coffee.id}`, {
    who: mara,
    expect: 200,
    body: { status: 'rejected', reviewNote: 'We have a better cup from the spring shoot.' },
    says: ({ body: { data } }) => `${data.state}: ${data.reviewNote}`,
    holds: ({ body: { data } }) => data.state === 'rejected',
  });
}

/** @returns the address of a rendition of it. */
export async function readBack(scout: Agent, { hubble, coffee }: Library): Promise<string> {
  chapter('The agent reads what became of them, and asks whether it may use what it finds');
  await scout.use(
    'my_proposals',
    { kind: 'asset', status: 'rejected' },
    {
      says: ({ data: [one] }) => `${one.status} by ${one.decidedBy}: ${one.reviewNote}`,
      holds: ({ data }) => data.length === 1 && data[0].target.id === coffee.id,
    },
  );
  await scout.use(
    'search_assets',
    { q: 'gal', 'f.subject': 'space' },
    {
      says: ({ data, total }) => `found ${total}: ${data[0].title}`,
      holds: ({ data }) => data.length === 1 && data[0].id === hubble.id,
    },
  );
  await scout.use(
    'describe_asset',
    { id: hubble.id },
    {
      says: ({ title, creator, fields }) => `"${title}" by ${creator}, ${inWords(fields)}`,
      holds: ({ title, fields }) => title === 'Hubble Deep Field' && fields.campaign === 'Look up',
    },
  );
  await scout.use(
    'check_use',
    { asset: hubble.id, channel: 'web' },
    {
      says: ({ allowed }) => (allowed ? 'yes, it may be used' : 'no'),
      holds: ({ allowed }) => allowed === true,
    },
  );
  await scout.use(
    'check_use',
    { asset: coffee.id, channel: 'web' },
    {
      says: ({ reasons }) => `no: ${reasons[0].message}`,
      holds: ({ allowed }) => allowed === false,
    },
  );
  const { data } = await scout.use(
    'rendition_url',
    { id: hubble.id, w: 800, f: 'webp' },
    {
      says: ({ data: { url } }) => `…${new URL(url).pathname.slice(-16)}`,
      holds: (answer) => answer.data.public === true,
    },
  );
  return data.url;
}
