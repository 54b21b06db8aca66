// Adds assets to a collection, and removes them, with undo.
import type { Asset } from '../../../assets/schemas.ts';
import { call } from '../../client/operations.ts';
import { offerUndo } from '../../ui/undo.ts';
import { spoken } from '../../client/spoken.ts';

interface Named {
  id: string;
  name: string;
}

/** The API's limit. */
const atOnce = 1000;

async function change(collection: Named, way: 'add' | 'remove', ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce)
    await call('change_collection_assets', {
      id: collection.id,
      body: { [way]: ids.slice(from, from + atOnce) },
    });
}

/** @param onUndone called after it was undone. @throws CallFailed */
export async function addToCollection(
  collection: Named,
  assets: readonly Pick<Asset, 'id' | 'collections'>[],
  onUndone: () => void,
): Promise<void> {
  const added = assets.filter(({ collections }) => !collections.includes(collection.id)).map(({ id }) => id);
  await change(
    collection,
    'add',
    assets.map(({ id }) => id),
  );
  const message = spoken().t('collections:addedTo', { count: added.length, name: collection.name });
  offerUndo(message, async () => {
    await change(collection, 'remove', added);
    onUndone();
  });
}

/** @param onUndone called after it was undone. @throws CallFailed */
export async function removeFromCollection(
  collection: Named,
  id: string,
  onUndone: () => void,
): Promise<void> {
  await change(collection, 'remove', [id]);
  offerUndo(spoken().t('collections:removedFrom', { name: collection.name }), async () => {
    await change(collection, 'add', [id]);
    onUndone();
  });
}
