// The dominant colors of an asset, as they are shown.
import { statement, type Db } from '../../core/db/pool.ts';
import { hexOf } from '../../lib/picture-colors/color.ts';
import { unpackColors } from '../../lib/picture-colors/stored-colors.ts';

export const colorStates = ['ready', 'pending', 'none'] as const;

const stored = statement(
  'similar:colors',
  'select colors, due_at is not null as due from marque.picture_hashes where asset_id = $1',
);

export async function colorsOf(
  db: Db,
  id: string,
): Promise<{ data: { hex: string; share: number }[]; state: (typeof colorStates)[number] }> {
  const [row] = await db.query<{ colors: Buffer | null; due: boolean }>(stored, [id]);
  const data = unpackColors(row?.colors ?? null).map(({ rgb, share }) => ({
    hex: hexOf(rgb),
    share: Math.round((share / 255) * 1000) / 1000,
  }));
  return { data, state: data.length > 0 ? 'ready' : (row?.due ?? true) ? 'pending' : 'none' };
}
