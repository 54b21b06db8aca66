// Which assets of the index a caller can see. SQL checks access again when it reads the page.
import { copyUnflagged, keep } from '../../lib/column-index/filters.ts';
import { deadFlag } from '../../lib/column-index/slot-table.ts';
import { deletedFlag, hiddenFlag, privateFlag, type AssetColumns } from './asset-columns.ts';

/** The caller of a search: which assets they can see. */
export interface Viewer {
  /** Sees assets that aren't private. */
  reads: boolean;
  /** Sees all assets. */
  admin: boolean;
  /** Sees deleted assets too, among those they can see. */
  seesDeleted: boolean;
  /** Assets and collections that their own grants name; `write` grants show deleted assets too. */
  narrowAssets: { id: string; write: boolean }[];
  narrowCollections: { id: string; write: boolean }[];
}

/** Copies the listed slots that the viewer can see into `columns.slots.room()`, where every later filter narrows them in place. */
export function visibleTo(columns: AssetColumns, viewer: Viewer, slots: Uint32Array): Uint32Array {
  const { reads, admin, seesDeleted, narrowAssets, narrowCollections } = viewer;
  const narrow = narrowAssets.length > 0 || narrowCollections.length > 0;
  const sees = narrow || !(reads || admin) ? visibility(columns, viewer) : null;
  const mask =
    deadFlag | hiddenFlag | (sees || admin ? 0 : privateFlag) | (sees || seesDeleted ? 0 : deletedFlag);
  const seen = copyUnflagged(slots, columns.slots.flags, mask, columns.slots.room());
  return sees ? keep(seen, sees) : seen;
}

/** True for slots that the viewer can see, by role or by a grant of their own. */
function visibility(columns: AssetColumns, viewer: Viewer): (slot: number) => boolean {
  // The maps' values: whether the grant shows deleted assets too.
  const bySlot = new Map<number, boolean>();
  const byCollection = new Map<number, boolean>();
  for (const { id, write } of viewer.narrowAssets) {
    const slot = columns.slots.slotOf(id);
    if (slot >= 0) bySlot.set(slot, write || (bySlot.get(slot) ?? false));
  }
  for (const { id, write } of viewer.narrowCollections) {
    const number = columns.collectionIds.find(id);
    if (number >= 0) byCollection.set(number, write || (byCollection.get(number) ?? false));
  }
  const { reads, admin, seesDeleted } = viewer;
  const { flags: flagsOf } = columns.slots;
  const { data: starts } = columns.collections.starts;
  const { data: numbers } = columns.collections.numbers;
  // Local copies: reading imported constants for every slot takes a fifth longer.
  const [privateBit, deletedBit] = [privateFlag, deletedFlag];
  return (slot) => {
    const flags = flagsOf[slot] ?? 0;
    const own = bySlot.get(slot);
    let granted = own !== undefined;
    let writes = own ?? false;
    for (let i = starts[slot] ?? 0; i < (starts[slot + 1] ?? 0); i += 1) {
      const through = byCollection.get(numbers[i] ?? -1);
      if (through === undefined) continue;
      granted = true;
      writes ||= through;
    }
    const byRole = admin || (reads && (flags & privateBit) === 0);
    return (flags & deletedBit) === 0 ? byRole || granted : (byRole && seesDeleted) || writes;
  };
}
