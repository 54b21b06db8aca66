import { z } from 'zod';
import { linkIssues } from '../../assets/patch-asset.ts';
import { Id } from '../../assets/schemas.ts';
import { asPatch, type ChangeKind } from './kind.ts';

const idIn = (state: Record<string, unknown>): string | null => {
  const id = (state.replacement ?? null) as string | null;
  return id && id.toLowerCase();
};

/** The asset to use instead. */
export const replacementKind: ChangeKind = {
  name: 'replacement',
  counted: ['replacement suggestion', 'replacement suggestions'],
  described: {
    change: '{replacement}: ID of the asset to use instead (supersededBy), or null',
    after: '{replacement}: the asset to use instead, null for none',
  },
  tool: {
    schema: z.string().nullable().describe('The asset to use instead'),
    toChange: (replacement) => ({ replacement }),
  },
  schema: z.strictObject({ replacement: Id.nullable() }),
  current: ({ superseded_by }) => superseded_by,
  wanted: (change) => new Map([['replacement', idIn(change)]]),
  read: idIn,
  before: (asset) => ({ replacement: idIn(asset) }),
  after: (parts) => ({ replacement: parts.get('replacement') ?? null }),
  partsOf: (after) => new Map([['replacement', idIn(after)]]),
  check: async ({ accessTo }, { id, asset }, change) => {
    const place = { id, workspaceId: asset.workspace_id };
    const issues = await linkIssues(accessTo, place, { supersededBy: idIn(change) });
    return issues.map(({ message }) => ({ path: 'replacement', message }));
  },
  apply: asPatch((_, parts) => ({ supersededBy: (parts.get('replacement') ?? null) as string | null })),
};
