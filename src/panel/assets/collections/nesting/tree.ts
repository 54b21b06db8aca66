// Which collection is in which, of those that the person can see.
import type { Collection } from '../../../../assets/collections/collection-schemas.ts';
import { call } from '../../../client/operations.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { spoken } from '../../../client/spoken.ts';

type Placed = Pick<Collection, 'id' | 'name' | 'parent'>;

/** Those in a collection, or in none. */
export const childrenOf = <Some extends Placed>(
  collections: readonly Some[],
  parent: string | null,
): Some[] => collections.filter((collection) => collection.parent === parent);

/** The collections that one is in, the outermost first. */
export function pathTo<Some extends Placed>(collections: readonly Some[], id: string): Some[] {
  const path: Some[] = [];
  let at = collections.find((collection) => collection.id === id)?.parent ?? null;
  while (at !== null) {
    const parent = collections.find((collection) => collection.id === at);
    if (!parent || path.includes(parent)) break;
    path.unshift(parent);
    at = parent.parent;
  }
  return path;
}

/** Whether one is the other, or somewhere in it. */
export const isIn = (collections: readonly Placed[], id: string, other: string): boolean =>
  id === other || pathTo(collections, id).some((collection) => collection.id === other);

/** @param to null: none. @param onChanged called after it was moved, and after it was undone. @throws CallFailed */
export async function moveCollection(
  { id, name, parent }: Placed,
  to: Pick<Placed, 'id' | 'name'> | null,
  onChanged: () => void,
): Promise<void> {
  const put = async (where: string | null): Promise<void> => {
    await call('update_collection', { id, body: { parent: where } });
    onChanged();
  };
  await put(to?.id ?? null);
  const { t } = spoken();
  const message = to
    ? t('collections:movedTo', { name, target: to.name })
    : t('collections:movedToTop', { name });
  offerUndo(message, () => put(parent));
}
