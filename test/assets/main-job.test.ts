// The main job over HTTP: an agent uploads a photograph and makes suggestions, a person accepts, everyone
// gets it.
import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { defineFields, startWithWorkspace } from '../setup/workspace.ts';

const { marque, asEditor, proposer: agent } = await startWithWorkspace();
afterAll(() => marque.close());

describe('an agent that can propose', () => {
  it('uploads a photograph, suggests tags and values, and sees them accepted', async () => {
    await defineFields(marque, asEditor, {
      key: 'subject',
      label: 'Subject',
      type: 'select',
      options: ['space', 'cats'],
    });
    const bytes = await readFile('fixtures/hubble_deep_field.jpg');
    const ticket = await marque.call('POST', '/api/v1/uploads', {
      as: agent,
      body: { filename: 'hubble.jpg', mime: 'image/jpeg', size: bytes.length },
    });
    expect(ticket.status).toBe(200);
    expect((await marque.call('PUT', ticket.body.uploadUrl, { body: bytes })).status).toBe(200);
    const filed = await marque.call('POST', '/api/v1/assets', {
      as: agent,
      body: { token: ticket.body.token },
    });
    expect(filed.status).toBe(201);
    expect(filed.body.deduped).toBe(false);
    expect(filed.body.data).toMatchObject({
      status: 'proposed',
      state: 'proposed',
      width: 1000,
      height: 872,
      mime: 'image/jpeg',
    });
    const { id } = filed.body.data;

    expect((await marque.call('GET', `/a/${id}`)).status).toBe(404);
    const suggested = await marque.call('POST', `/api/v1/assets/${id}/proposed-fields`, {
      as: agent,
      body: { fields: { subject: 'space' } },
    });
    expect(suggested.status).toBe(200);
    expect(suggested.body.data.proposedFields).toEqual({ subject: 'space' });
    await marque.call('POST', `/api/v1/assets/${id}/proposed-tags`, {
      as: agent,
      body: { tags: ['galaxy', 'deep field'] },
    });

    const refused = await marque.call('PATCH', `/api/v1/assets/${id}`, {
      as: agent,
      body: { status: 'active' },
    });
    expect(refused.status).toBe(403);
    expect(refused.body.error).toMatchObject({
      code: 'forbidden',
      detail: { needs: 'write', has: 'propose' },
    });

    const accepted = await marque.call('PATCH', `/api/v1/assets/${id}`, {
      as: asEditor,
      body: {
        status: 'active',
        fields: { subject: 'space' },
        tags: ['galaxy'],
        proposedTags: [],
        title: 'Hubble Deep Field',
      },
    });
    expect(accepted.body.data).toMatchObject({
      status: 'active',
      tags: ['galaxy'],
      proposedTags: [],
      fields: { subject: 'space' },
      proposedFields: {},
    });
    const description = await marque.call('GET', `/api/v1/assets/${id}/description`, { as: agent });
    expect(description.body).toMatchObject({ id, title: 'Hubble Deep Field', fields: { subject: 'space' } });
    const rendition = await marque.call('GET', `/a/${id}/w_320,f_webp`);
    expect(rendition.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(rendition.bytes).metadata()).toMatchObject({ format: 'webp', width: 320 });
    expect((await marque.call('GET', `/a/${id}`)).bytes.equals(bytes)).toBe(true);
  });
});
