// An agent proposes what an asset is beside its values.
import { describe, expect, it } from '@jest/globals';
import { agentOfFile } from '../agents/agent-of-file.ts';
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { filled } from './correcting.ts';
import { asEditor, marque, scout } from './two-proposers.ts';

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
    for (const part of ['status: An asset', 'collections: ', 'version: This asset has no such version'])
      expect(results[1].error.message).toContain(part);
    const mine = await agent.done('my_proposals', { target: id, status: 'waiting' });
    expect(mine.total).toBe(4);
  });

  it('says which tool proposes what a refused write would do', async () => {
    const collection = (await editor.create('/collections', { name: 'Refused' })).id;
    const id = await filled();
    const refused = await agent.refused('change_collection', { collection, add: [id] });
    expect(refused.message).toContain('propose_changes');
  });
});
