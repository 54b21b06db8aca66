// Pictures of assets: which have one, those that Marque renders and those that previewers of modules draw; and where it is.
import { useConfig } from '@payloadcms/ui';
import { contentOf, hasPicture } from './format.ts';

/** An asset with the address of its thumbnail, where the API handed one out. */
export interface Pictured {
  id: string;
  thumbnail?: string | null;
}

export function useHasPicture(): (asset: Parameters<typeof hasPicture>[0]) => boolean {
  const drawn = (useConfig().config.admin.custom?.marqueDrawnTypes ?? []) as readonly string[];
  return (asset) => hasPicture(asset, drawn);
}

/**
 * The address of an asset's picture: of the version that its thumbnail is of, which the browser keeps, where the API handed one out.
 * @param transform omitted: the original
 */
export function pictureOf({ id, thumbnail }: Pictured, transform?: string): string {
  const version = thumbnail ? (new URL(thumbnail).searchParams.get('v') ?? undefined) : undefined;
  return contentOf(id, transform, version);
}
