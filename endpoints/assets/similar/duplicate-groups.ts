// Groups of near-duplicates as an agent gets them: what it takes to choose which to keep.
import type { ToolResult } from '../../../src/core/tool.ts';
import type { Asset } from '../../../src/assets/schemas.ts';
import type { Likeness } from '../../../src/assets/similar/similar.ts';
import { brief } from '../agent/search-hits.ts';

interface Answered {
  data: { assets: ({ asset: Asset } & Likeness)[]; count: number }[];
  total: number;
  pending: number;
  next: string | null;
}

export const duplicateGroups: ToolResult = {
  of: async (_, answered) => {
    const { data, total, pending, next } = answered as Answered;
    return {
      value: {
        total,
        next,
        ...(pending > 0
          ? { pending: `${pending} pictures aren't compared yet; call again in a minute` }
          : {}),
        groups: data.map(({ assets, count }) => ({
          assets: assets.map(({ asset, distance, kind }, at) => ({
            ...brief(asset),
            bytes: asset.size,
            added: asset.createdAt.slice(0, 10),
            ...(at === 0 ? {} : { kind, distance }),
          })),
          ...(count > assets.length ? { more: count - assets.length } : {}),
        })),
      },
    };
  },
};
