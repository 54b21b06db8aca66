// The review queue as agents get it: a proposal to delete an asset says where it's used, as far as the caller can see.
import type { VersionUses } from '../../../src/access-report/schemas.ts';
import type { AskAs, ToolResult } from '../../../src/core/tool.ts';
import type { ListedProposal } from '../../../src/review/schemas.ts';

/** How many places of each kind; numbers only, because names are text by others. */
async function usedIn(ask: AskAs, id: string): Promise<Record<string, number> | null> {
  const { status, value } = await ask('list_asset_uses', { path: { id } });
  if (status !== 200) return null;
  const { data } = value as { data: VersionUses };
  return Object.fromEntries(
    Object.entries(data).map(([name, places]) => [
      name,
      Array.isArray(places) ? places.length : places.total,
    ]),
  );
}

export const queueWithUses: ToolResult = {
  of: async (_, answered, { ask }) => {
    const { data, ...rest } = answered as { data: ListedProposal[] };
    const proposals = await Promise.all(
      data.map(async (proposal) => {
        const { kind, status, after, target } = proposal;
        if (kind !== 'deleted' || status !== 'waiting' || after.deleted !== true) return proposal;
        const uses = await usedIn(ask, target.id);
        return uses ? { ...proposal, usedIn: uses } : proposal;
      }),
    );
    return { value: { data: proposals, ...rest } };
  },
};
