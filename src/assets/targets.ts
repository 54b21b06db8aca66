// Access to assets, collections and saved searches: as targets of operations, and in Payload's own lists.
import { canBePrivate } from '../core/access/payload/where.ts';
import { rowInWorkspace, type TargetKind } from '../core/access/targets.ts';
import { assetKind, collectionKind } from './grantable.ts';

declare module '../core/access/targets.ts' {
  interface TargetKinds {
    asset: string;
    collection: string;
    search: string;
  }
}

export const assetTargets: Readonly<Record<string, TargetKind>> = {
  search: rowInWorkspace('marque.searches'),
};

export const visibleAssets = canBePrivate({
  kind: assetKind,
  privacy: 'effectivePrivate',
});
export const visibleCollections = canBePrivate({
  kind: collectionKind,
  privacy: 'effectivePrivate',
});
