// A workspace's assets as columns in memory, and how rows get in and out of them.
import { keep } from '../../lib/column-index/filters.ts';
import { copied } from '../../lib/column-index/growing-numbers.ts';
import { Dictionary } from '../../lib/column-index/dictionary.ts';
import { LabelColumn } from '../../lib/column-index/label-column.ts';
import { ListColumn } from '../../lib/column-index/list-column.ts';
import { SlotTable } from '../../lib/column-index/slot-table.ts';
import { ValueColumn } from '../../lib/column-index/value-column.ts';
import { WordIndex } from '../../lib/column-index/word-index.ts';
import { assetTypes, typeOf } from '../metadata/kinds.ts';
import { states, type State } from '../schemas.ts';
import { ColorColumn } from './color-column.ts';
import { moduleFacets } from './module-facets.ts';
import { dayNumber, mostPixels } from './search-query.ts';
import type { UseFilter } from './usable-for.ts';
import { noEmbargo, UseColumn } from './use-column.ts';

/** One asset as read by SQL (see `indexRows` in search-sql.ts). */
export interface IndexRow {
  id: string;
  /** Microseconds since 1970. */
  created: number;
  updated: number;
  size: number;
  name: string;
  mime: string;
  status: string;
  deleted: boolean;
  hidden: boolean;
  private: boolean;
  waits: boolean;
  expires: string | null;
  embargo: string | null;
  /** See usable-for.ts. */
  use: string;
  /** In pixels; 0 if unknown. */
  width: number;
  height: number;
  /** As bits: see asset-traits.ts. */
  traits: number;
  tags: string[];
  fields: Record<string, string | number | boolean>;
  collections: string[];
  /** Who added it; null if that isn't known. */
  uploader: { id: string; name: string } | null;
  strong: string[];
  weak: string[];
  /** What texts it has in other languages than the default: see asset-traits.ts. */
  languages: string[];
  /** Whether there are words of its file: see text-matches.ts. */
  texts: boolean;
  /** Those of its picture, as they are stored. */
  colors: Uint8Array | null;
  /** Values in the facets of other modules, by facet. */
  facets: Record<string, string[]>;
}

/** Flags of a slot, beside the slot table's own `deadFlag`. */
export const privateFlag = 1;
export const hiddenFlag = 2;
export const waitingFlag = 4;
export const deletedFlag = 8;
const textFlag = 16;

/** The last day of assets that have none: later than every day. */
export const noExpiry = 0x7fffffff;

const storedStatuses = ['draft', 'proposed', 'active', 'archived', 'rejected'] as const;
const activeStatus = storedStatuses.indexOf('active');
/** States by their place in `states`. */
export const stateNumber = new Map<string, number>(states.map((state, index) => [state, index]));
const stateOfStatus = storedStatuses.map((status: State) => stateNumber.get(status) ?? 0);
const expiredState = stateNumber.get('expired') ?? 0;
const deletedState = stateNumber.get('deleted') ?? 0;

export class AssetColumns {
  readonly slots = new SlotTable();
  sizes = new Float64Array(this.slots.capacity);
  /** Microseconds since 1970. */
  updated = new Float64Array(this.slots.capacity);
  /** Places in `storedStatuses`. */
  private statuses = new Uint8Array(this.slots.capacity);
  /** Places in `assetTypes`. */
  types = new Uint8Array(this.slots.capacity);
  /** Last days of use, as days since 1970-01-01, or `noExpiry`. */
  expires = new Int32Array(this.slots.capacity);
  readonly colors = new ColorColumn(this.slots.capacity);
  traits = new Uint16Array(this.slots.capacity);
  /** In pixels, up to `mostPixels`; 0 if unknown. */
  widths = new Uint16Array(this.slots.capacity);
  heights = new Uint16Array(this.slots.capacity);
  readonly use = new UseColumn(this.slots.capacity);
  /** The state of each slot on `stateDay`, computed from status, flags and last day of use. */
  private states = new Uint8Array(this.slots.capacity);
  private stateDay = NaN;
  readonly names: string[] = [];
  readonly tags = new LabelColumn();
  readonly languages = new LabelColumn();
  /** Numbers in `collectionIds` of the collections that each asset is in. */
  readonly collections = new ListColumn(1024);
  readonly collectionIds = new Dictionary<string>();
  /** IDs of the people and keys that added them. */
  readonly uploaders = new LabelColumn();
  /** What they're called, by ID. */
  readonly uploaderNames = new Map<string, string>();
  /** Custom fields by key. */
  readonly fields = new Map<string, ValueColumn>();
  /** The facets of other modules, by name. */
  readonly facets = new Map(moduleFacets().map(({ name }) => [name, new LabelColumn()]));
  readonly words = new WordIndex();
  /** How many assets there are with words of their files. */
  texts = 0;

  /** Bytes of the columns and postings; not of dictionaries (words, tags, field values). */
  get bytes(): number {
    let bytes =
      this.slots.bytes +
      this.sizes.byteLength +
      this.updated.byteLength +
      this.statuses.byteLength +
      this.types.byteLength +
      this.expires.byteLength +
      this.traits.byteLength +
      this.widths.byteLength +
      this.heights.byteLength +
      this.use.bytes +
      this.colors.bytes +
      this.states.byteLength +
      this.tags.bytes +
      this.languages.bytes +
      this.uploaders.bytes +
      this.collections.bytes +
      this.words.bytes;
    for (const field of this.fields.values()) bytes += field.bytes;
    for (const facet of this.facets.values()) bytes += facet.bytes;
    // A one-byte string has a header of 12 bytes, rounded up to 8, and a pointer to it.
    for (const name of this.names) bytes += 8 + Math.ceil((12 + name.length) / 8) * 8;
    return bytes;
  }

  /** Removes an asset; false if there is none with this id. */
  remove(id: string): boolean {
    const slot = this.slots.slotOf(id);
    if (slot < 0) return false;
    if (((this.slots.flags[slot] ?? 0) & textFlag) !== 0) this.texts -= 1;
    this.slots.kill(slot);
    this.use.remove(slot);
    this.tags.kill(slot);
    this.languages.kill(slot);
    this.uploaders.kill(slot);
    for (const facet of this.facets.values()) facet.kill(slot);
    return true;
  }

  /** Adds or replaces an asset. */
  put(row: IndexRow): void {
    this.remove(row.id);
    if (this.slots.length === this.slots.capacity) this.resize(Math.ceil(this.slots.capacity * 1.5));
    const flags =
      (row.private ? privateFlag : 0) |
      (row.hidden ? hiddenFlag : 0) |
      (row.waits ? waitingFlag : 0) |
      (row.deleted ? deletedFlag : 0) |
      (row.texts ? textFlag : 0);
    if (row.texts) this.texts += 1;
    const slot = this.slots.append(row.id, row.created, flags);
    this.sizes[slot] = row.size;
    this.updated[slot] = row.updated;
    this.names.push(row.name);
    this.statuses[slot] = Math.max(0, (storedStatuses as readonly string[]).indexOf(row.status));
    this.types[slot] = assetTypes.indexOf(typeOf(row.mime));
    this.expires[slot] = row.expires ? dayNumber(row.expires) : noExpiry;
    this.traits[slot] = row.traits;
    this.widths[slot] = Math.min(row.width, mostPixels);
    this.heights[slot] = Math.min(row.height, mostPixels);
    this.use.set(slot, row.use, row.embargo ? dayNumber(row.embargo) : noEmbargo);
    this.colors.set(slot, row.colors);
    this.states[slot] = this.stateOf(slot);
    this.tags.append(row.tags);
    this.languages.append(row.languages);
    this.putUploader(row.uploader);
    for (const [name, facet] of this.facets) facet.append(row.facets[name] ?? []);
    for (const collection of row.collections) this.collections.push(this.collectionIds.numberOf(collection));
    this.collections.endSlot();
    for (const [key, value] of Object.entries(row.fields)) this.putField(key, slot, value);
    for (const word of row.strong) this.words.add(word, slot, 1);
    for (const word of row.weak) this.words.add(word, slot, 0);
  }

  /** Ends the first load, whose rows must have come oldest first, and packs it. */
  seal(): void {
    if (this.words.isSealed) return;
    this.words.seal();
    this.slots.seal();
    // A tenth of room for new assets; growing during the load leaves up to half.
    this.resize(Math.ceil(this.slots.length * 1.1) + 1024);
    this.tags.trim();
    this.languages.trim();
    this.uploaders.trim();
    for (const facet of this.facets.values()) facet.trim();
    this.collections.trim();
  }

  /** The state of each slot on a day, as places in `states`. Assets expire at midnight without being written. */
  statesOn(day: number): Uint8Array {
    if (this.stateDay !== day) {
      this.stateDay = day;
      for (let slot = 0; slot < this.slots.length; slot += 1) this.states[slot] = this.stateOf(slot);
    }
    return this.states;
  }

  /**
   * Keeps the slots that may be used this way, in place. Of the rules, states and days are compared here, as `unhinderedSql` does.
   * @throws ApiError invalid if the use names what isn't known
   */
  keepUsable(slots: Uint32Array, filter: UseFilter): Uint32Array {
    const left = this.use.keepAllowed(slots, filter);
    const { statuses, expires } = this;
    const { embargoes } = this.use;
    const { flags } = this.slots;
    const day = dayNumber(filter.day);
    // Local copies: reading module constants for every slot takes longer.
    const [active, deleted, never] = [activeStatus, deletedFlag, noExpiry];
    return keep(
      left,
      (slot) =>
        statuses[slot] === active &&
        ((flags[slot] ?? 0) & deleted) === 0 &&
        (embargoes[slot] ?? 0) <= day &&
        (expires[slot] ?? never) >= day,
    );
  }

  private stateOf(slot: number): number {
    const status = this.statuses[slot] ?? 0;
    if (((this.slots.flags[slot] ?? 0) & deletedFlag) !== 0) return deletedState;
    if (status === activeStatus && (this.expires[slot] ?? noExpiry) < this.stateDay) return expiredState;
    return stateOfStatus[status] ?? 0;
  }

  private putUploader(uploader: IndexRow['uploader']): void {
    this.uploaders.append(uploader ? [uploader.id] : []);
    if (uploader) this.uploaderNames.set(uploader.id, uploader.name);
  }

  private putField(key: string, slot: number, value: string | number | boolean): void {
    let column = this.fields.get(key);
    if (!column) {
      column = new ValueColumn();
      this.fields.set(key, column);
    }
    column.set(slot, value, this.slots.capacity);
  }

  private resize(capacity: number): void {
    this.slots.resize(capacity);
    this.sizes = copied(this.sizes, new Float64Array(capacity));
    this.updated = copied(this.updated, new Float64Array(capacity));
    this.statuses = copied(this.statuses, new Uint8Array(capacity));
    this.types = copied(this.types, new Uint8Array(capacity));
    this.expires = copied(this.expires, new Int32Array(capacity));
    this.colors.resize(capacity);
    this.traits = copied(this.traits, new Uint16Array(capacity));
    this.widths = copied(this.widths, new Uint16Array(capacity));
    this.heights = copied(this.heights, new Uint16Array(capacity));
    this.use.resize(capacity);
    this.states = copied(this.states, new Uint8Array(capacity));
    for (const field of this.fields.values()) field.resize(capacity);
  }
}
