// Access to assets, collections and saved searches: as targets of operations, and in Payload's own lists.
import { canBePrivate } from '../core/access/payload/where.ts';
import { rowInWorkspace, type TargetKind } from '../core/access/targets.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    asset: string;
    collection: string;
    search: string;
  }
}

export const assetTargets: Readonly<Record<string, TargetKind>> = {
  asset: {
    ...rowInWorkspace('payload.assets', 'x.effective_private', 'x.deleted_at is not null'),
    inheritsFromCollections: true,
  },
  collection: {
    ...rowInWorkspace('payload.collections', 'x.effective_private'),
    inheritsFromCollections: true,
  },
  search: rowInWorkspace('marque.searches'),
};

export const visibleAssets = canBePrivate({
  kind: 'asset',
  privacy: 'effectivePrivate',
  throughCollections: true,
  deletable: true,
});
export const visibleCollections = canBePrivate({
  kind: 'collection',
  privacy: 'effectivePrivate',
  throughCollections: true,
});
