// An agent proposes what an asset is beside its values.
import { describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { connect } from '../agents/client.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { filled } from './correcting.ts';
import { asEditor, marque, place, scout } from './two-proposers.ts';

const editor = callsAs(marque, asEditor);
const agent = await agentOfFile(marque, scout.key);

describe('the tool propose_changes', () => {
  it('takes all of them at once, with a result for each', async () => {
    const id = await filled();
    const collection = (await editor.create('/collections', { name: 'By tool' })).id;
    await makeAsset(marque, asEditor, { versionOf: id });
    const { results } = await agent.done('propose_changes', {
      items: [
        {
          asset: id,
          changes: {
            status: 'archived',
            usage: { credit: 'Ida', mining: 'search-only' },
            collections: { add: [collection] },
            version: 1,
          },
          note: 'Tidying up',
        },
        { asset: id, changes: { status: 'draft', collections: { add: ['nowhere'] }, version: 7 } },
      ],
    });
    expect(results[0].proposals.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'collections',
      'status',
      'usage',
      'version',
    ]);
    expect(results[1].proposals).toBeUndefined();
    for (const part of [
      'status: An asset',
      'collections.add[0]: ',
      'version: This asset has no such version',
    ])
      expect(results[1].error.message).toContain(part);
    const mine = await agent.done('my_proposals', { target: id, status: 'waiting' });
    expect(mine.total).toBe(4);
  });

  it('takes where an asset comes from, what replaces it, who can see it, and whether it goes', async () => {
    const [id, parent, next] = [await filled(), await filled(), await filled()];
    const { results } = await agent.done('propose_changes', {
      items: [
        {
          asset: id,
          changes: {
            copyright: '© Ida',
            texts: { en: { alt: 'A cat' } },
            crops: { focalPoint: { x: 0.2, y: 0.3 } },
            provenance: { origin: 'generated', parentAssetId: parent, generator: 'Brush 3', prompt: 'A cat' },
            replacement: next,
            visibility: { private: true },
            deleted: true,
          },
          note: 'Tidying up',
        },
        {
          asset: id,
          changes: {
            provenance: { parentAssetId: 'x' },
            replacement: id,
            visibility: {},
            deleted: false,
          },
        },
      ],
    });
    expect(results[0].proposals.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      'copyright',
      'crops',
      'deleted',
      'provenance',
      'replacement',
      'texts',
      'visibility',
    ]);
    expect(results[1]).toMatchObject({ unchanged: { deleted: false } });
    for (const part of [
      'provenance.parentAssetId: ',
      "replacement: An asset can't reference itself",
      'visibility: ',
    ])
      expect(results[1].error.message).toContain(`items[1].changes.${part}`);
    const reviewing = await connect(marque.url, (await marque.makeKey(place, 'write')).key);
    await editor
      .create('/collections', { name: 'Uses it' })
      .then((made: { id: string }) => editor.done('POST', `/collections/${made.id}/assets`, { add: [id] }));
    const { data } = await reviewing.done('review_queue', { target: id, kind: 'deleted' });
    // What would break, for whoever decides.
    expect(data).toMatchObject([
      { before: { deleted: false }, after: { deleted: true }, usedIn: { collections: 1, pages: 0 } },
    ]);
    await reviewing.done('review_proposal', { proposal: data[0].id, decision: 'accept' });
    expect((await editor.done('GET', `/assets/${id}`)).body.data.state).toBe('deleted');
    const mine = await agent.done('my_proposals', { target: id });
    expect(mine.data).toMatchObject([{ kind: 'deleted', status: 'accepted' }]);
    await reviewing.close();
  });

  it('says which tool proposes what a refused write would do', async () => {
    const collection = (await editor.create('/collections', { name: 'Refused' })).id;
    const id = await filled();
    const refused = await agent.refused('change_collection', { collection, add: [id] });
    expect(refused.message).toContain('propose_changes');
  });
});
