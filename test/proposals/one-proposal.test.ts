// One proposal, read by its ID: by whoever lists it, and by nobody else.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { startService, type Caller, type Place, type TestService } from '../setup/service.ts';

let marque: TestService;
let acme: Place;
beforeAll(async () => {
  marque = await startService({ RATE_LIMIT: '0' });
  acme = await marque.makePlace('Acme');
});
afterAll(() => marque?.close());

it('is read by its proposer and by who can decide on it', async () => {
  const editor = await marque.makeMember(acme, 'write');
  const proposer = await marque.makeKey(acme, 'propose');
  const { id: asset } = await makeAsset(marque, editor);
  await callsAs(marque, proposer).done('POST', `/assets/${String(asset)}/proposed-tags`, { tags: ['sea'] });
  const listed = (await callsAs(marque, editor).done('GET', `/proposals?target=${String(asset)}`)).body.data;
  const { id } = listed[0] as { id: string };
  const read = async (as: Caller, path = id) => callsAs(marque, as).call('GET', `/proposals/${path}`);
  const { status, body } = await read(editor);
  expect([status, body.data]).toEqual([200, listed[0]]);
  expect((await read(proposer)).body.data).toEqual({ ...listed[0], waitsForMe: false });

  expect((await read(await marque.makeKey(acme, 'propose'))).status).toBe(404);
  expect((await read(await marque.makeMember(acme, 'read'))).status).toBe(403);
  expect((await read(await marque.makeAdmin(await marque.makePlace('Other'), 'Otto'))).status).toBe(404);
  expect((await read(editor, '0b8f4d1e-1111-4111-8111-111111111111')).status).toBe(404);
  expect((await read(editor, 'mine')).status).toBe(404);

  await callsAs(marque, editor).done('POST', `/proposals/${id}/decision`, { decision: 'reject', note: 'No' });
  expect((await read(proposer)).body.data).toMatchObject({ status: 'rejected', reviewNote: 'No' });
});
