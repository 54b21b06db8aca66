// Assets with what an answer has beside them: the addresses of their thumbnails, and where they were found.
import type { Asset } from '../../assets/schemas.ts';
import type { Pictured } from '../ui/pictures.ts';
import type { FoundAsset } from './found-in-text.ts';

export type PicturedAsset = FoundAsset & Pick<Pictured, 'thumbnail'>;

/** The parameter that asks for them. */
export const withThumbnails = { include: 'thumbnail' } as const;

/** @param matches where a search found those that it found by their text */
export function picturedIn(
  assets: readonly Asset[],
  included: Readonly<Record<string, { thumbnail?: string | null | undefined }>> | undefined,
  matches: Readonly<Record<string, NonNullable<FoundAsset['inText']>>> = {},
): PicturedAsset[] {
  return assets.map((asset) => {
    const inText = matches[asset.id];
    return { ...asset, thumbnail: included?.[asset.id]?.thumbnail ?? null, ...(inText && { inText }) };
  });
}
