// Assets with the addresses of their thumbnails, which an answer has beside them.
import type { Included } from '../../assets/delivery/thumbnails.ts';
import type { Asset } from '../../assets/schemas.ts';
import type { Pictured } from '../ui/pictures.ts';

export type PicturedAsset = Asset & Pick<Pictured, 'thumbnail'>;

/** The parameter that asks for them. */
export const withThumbnails = { include: 'thumbnail' } as const;

export function picturedIn(assets: readonly Asset[], included: Included): PicturedAsset[] {
  return assets.map((asset) => ({ ...asset, thumbnail: included?.[asset.id]?.thumbnail ?? null }));
}
