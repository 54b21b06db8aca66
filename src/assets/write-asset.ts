// Writes an asset through its Payload collection, whose hooks check the change and record it.
import type { PayloadRequest } from 'payload';
import { collectionSlug } from '../core/collection-names.ts';
import type { Asset } from '../generated/payload-types.ts';

/** Changes properties of an asset, in the request's transaction. Whoever calls it has locked the asset. @returns it as it is now */
export function writeAsset(req: PayloadRequest, id: string, data: Partial<Asset>): Promise<Asset> {
  return req.payload.update({ collection: collectionSlug('assets'), id, req, depth: 0, data });
}
