// An asset's file in Payload's edit view, with what it shows first: the picture's address is in the page, so that it loads with it.
import type { ServerProps } from 'payload';
import { Preloaded } from '../../client/Preloaded.tsx';
import { urlOf } from '../../client/operations.ts';
import { preload } from '../../shell/preload.ts';
import { AssetFile } from '../../views.ts';
import { withThumbnails } from '../pictured.ts';

/** @param id undefined: a new asset */
export async function AssetFilePage({
  id,
  payload,
}: Pick<ServerProps, 'payload'> & { id?: string | number }) {
  const reads =
    id === undefined
      ? []
      : [
          urlOf('get_asset', { id: String(id), ...withThumbnails }),
          urlOf('get_asset_usage', { id: String(id) }),
        ];
  return (
    <Preloaded preloads={await preload(payload, reads)}>
      <AssetFile />
    </Preloaded>
  );
}
