import type { AnyOperation } from '../../src/core/operation.ts';
import { listCollections } from './list-collections.ts';
import { createCollection } from './create-collection.ts';
import { getCollection } from './get-collection.ts';
import { updateCollection } from './update-collection.ts';
import { deleteCollection } from './delete-collection.ts';
import { listCollectionAssets } from './list-collection-assets.ts';
import { downloadCollection } from './download-collection.ts';
import { changeCollectionAssets } from './change-collection-assets.ts';

export const collectionOperations: readonly AnyOperation[] = [
  listCollections,
  createCollection,
  getCollection,
  updateCollection,
  deleteCollection,
  listCollectionAssets,
  changeCollectionAssets,
  downloadCollection,
];
