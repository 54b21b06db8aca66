// The workspace's brand, and the calls on its queue of proposals.
import { makeDefaultBrand } from '../brands/brand.ts';
import { callsAs } from '../setup/callers.ts';
import type { Caller } from '../setup/service.ts';
import { asEditor, marque, place } from './two-proposers.ts';

export const brandId = await makeDefaultBrand(marque, place);

await callsAs(marque, asEditor).done('PATCH', '/brand/rules', {
  set: [
    { key: 'color.primary', type: 'color', value: '#112233' },
    { key: 'voice.greeting', type: 'text', value: 'Hello.' },
  ],
});

type Call = [method: string, path: string, body?: unknown];

export const callAs =
  (as: Caller) =>
  (...call: Call) =>
    callsAs(marque, as).call(...call);

export const doneAs =
  (as: Caller) =>
  (...call: Call) =>
    callsAs(marque, as).done(...call);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into records of every shape
export const list = async (as: Caller, query = ''): Promise<any[]> =>
  (await callsAs(marque, as).done('GET', `/proposals${query}`)).body.data;

export const decide = (as: Caller, id: string, body: unknown) =>
  callsAs(marque, as).call('POST', `/proposals/${id}/decision`, body);

export const suggestTags = (as: Caller, id: string, tags: string[], note?: string) =>
  callsAs(marque, as).done('POST', `/assets/${id}/proposed-tags`, { tags, ...(note ? { note } : {}) });
