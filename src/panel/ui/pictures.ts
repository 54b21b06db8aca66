// Which assets have a picture: those that Marque renders, and those that previewers of modules draw.
import { useConfig } from '@payloadcms/ui';
import { hasPicture } from './format.ts';

type Pictured = Parameters<typeof hasPicture>[0];

export function useHasPicture(): (asset: Pictured) => boolean {
  const drawn = (useConfig().config.admin.custom?.marqueDrawnTypes ?? []) as readonly string[];
  return (asset) => hasPicture(asset, drawn);
}
