// Assets and collections as resources that grants can be on.
import type { GrantableKind } from '../core/access/grantable.ts';
import { collectionContainers } from './collections/containers.ts';

export const collectionKind: GrantableKind = {
  name: 'collection',
  table: 'payload.collections',
  label: 'name',
  privacy: 'effective_private',
  width: 20,
  inherits: {
    containers: collectionContainers,
    isIn: (alias, collections) => `${alias}.id in ${collections}`,
    members: { join: '', id: 'p.collection_id' },
  },
};

export const assetKind: GrantableKind = {
  name: 'asset',
  table: 'payload.assets',
  label: 'filename',
  privacy: 'effective_private',
  deletedAt: 'deleted_at',
  width: 30,
  media: (alias) =>
    `jsonb_build_object('mime', ${alias}.mime_type, 'width', ${alias}.width, 'height', ${alias}.height)`,
  inherits: {
    containers: collectionContainers,
    isIn: (alias, collections) =>
      `exists (select 1 from marque.collection_assets m where m.asset_id = ${alias}.id and m.collection_id in ${collections})`,
    members: {
      join: 'join marque.collection_assets m on m.collection_id = p.collection_id',
      id: 'm.asset_id',
    },
  },
};
