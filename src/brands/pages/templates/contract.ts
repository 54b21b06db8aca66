// The contract of a template, and the input of its renderer. A template is one file: its schema, an example,
// and its markup. Renderers are plain React without state, so that a page is complete without scripts.
import type { ReactElement } from 'react';
import { z } from 'zod';
import type { Db } from '../../../core/db/pool.ts';
import type { Rule, RuleType } from '../../rules/schemas.ts';
import type { SectionItem, SectionState } from '../../publishing/state.ts';

/** A file as a page shows it. */
export interface AssetView {
  id: string;
  /** In the requested transform, if the file can be transformed. */
  url: string;
  /** A smaller form of an image, shown in place of `url`. Default: `url`. */
  picture?: string;
  /** The same in several widths. */
  srcset?: string | undefined;
  title: string | null;
  /** What it shows, for those who can't see it; in place of the title. */
  alt?: string | null;
  filename: string;
  mime: string;
  width: number | null;
  height: number | null;
  /** Where it can be downloaded: the original first, then renditions by name. Default: `url`. */
  downloads?: readonly { name: string; url: string }[];
  /** True if it's loaded with the page, and not only once it's scrolled to: on paper everything is visible. */
  eager?: boolean;
}

export interface PageLink {
  slug: string;
  title: string;
  parent: string | null;
  lede: string | null;
  url: string;
}

/** A publish, as pages list it. */
export interface UpdateView {
  version: number;
  publishedAt: string;
  note: string | null;
  /** In words: "3 rules changed, 1 page added". */
  summary: string;
}

/** The colors of a context, each readable on its surface. */
export interface ContextColors {
  surface: string;
  ink: string;
  accent: string;
  onAccent: string;
  link: string;
  mark: string;
  /** Secondary text. */
  soft: string;
  /** Slightly raised areas. */
  raised: string;
}

/**
 * The context of a section: the page's renderer decides what this reader may see of the brand, and at which
 * addresses.
 */
export interface Surroundings {
  brand: { slug: string; name: string };
  /** The page of the section. */
  page: string;
  /** Every page that this reader can see, in reading order. */
  pages: readonly PageLink[];
  /** A file that this reader may see; null for any other. */
  asset: (id: string, rendition: string | null) => AssetView | null;
  /** The files of a collection that this reader may see. */
  collection: (id: string) => readonly AssetView[];
  updates: readonly UpdateView[];
  /** What a context looks like, for sections and logos that are shown in it; null for one that no rule uses. */
  colorsIn?: (context: string) => ContextColors | null;
  /** True for the page's editor: hidden sections are shown, too, and those that wait for something say what belongs there. */
  isEdited?: boolean;
  /** True if a page may not load anything from other hosts: embeds become links. */
  linksOnly?: boolean;
  /** A rule with the files of all its contexts: those that this reader may see. */
  versions?: (key: string) => readonly Rule[];
  /** Where the files of a section are downloaded together; null if there are fewer than two. */
  downloadAll?: (section: SectionState) => string | null;
  /** True if everything is unfolded, as on paper. */
  isPrinted?: boolean;
}

/** Where a section is read, for `load`. */
export interface LoadPlace {
  db: Db;
  workspaceId: string;
}

/** What a section shows beyond what is written in it. */
export interface Loaded<D> {
  data: D;
  /** Files: `around.asset` then has those of them that the reader may see. */
  assets?: readonly string[] | undefined;
}

export interface SectionView<P, D = undefined> {
  section: SectionState;
  props: P;
  /** What `load` returned. */
  data: D;
  /** The existing rules of its keys, in the section's order. */
  rules: readonly Rule[];
  /** Every rule read with the page, by key, for references from the section's rules. */
  known: ReadonlyMap<string, Rule>;
  items: readonly SectionItem[];
  around: Surroundings;
}

export const itemFields = ['title', 'body', 'href', 'asset', 'rendition', 'kind'] as const;
export type ItemField = (typeof itemFields)[number];

export interface Template<P extends z.ZodType = z.ZodType, D = undefined> {
  name: string;
  title: string;
  /** When to use it, in one sentence. */
  description: string;
  props: P;
  /** The rules its keys accept; null: none. `files`: only rules that have files. */
  keys: { types: readonly RuleType[]; files?: boolean } | null;
  /** The fields its items accept, and which are required; null: no items. */
  items: { may: readonly ItemField[]; must: readonly ItemField[]; kinds?: readonly string[] } | null;
  /** True: the section shows something even without a body, rules or items. */
  standsAlone?: boolean;
  /** True: it renders eyebrow, title, lede and body itself. */
  ownHeading?: boolean;
  /** True: readers download the files of its rules and items, one by one (`Downloads`) and all at once. */
  downloads?: boolean;
  /** What it looks like: the inside of an SVG of 96 × 64, in black of any opacity. See `boxes`. */
  picture?: string;
  /** An example section, as input. */
  example: Record<string, unknown>;
  /**
   * Reads what the section shows live, each time a page with it is opened: from the module's own tables, quickly. Everyone who may read
   * the page sees it, so leave out what is private.
   */
  load?: (props: z.output<P>, place: LoadPlace) => Promise<Loaded<D>>;
  Renderer: (view: SectionView<z.output<P>, D>) => ReactElement | null;
}

/** A template of any props, as in a list: its props were parsed by its own schema before rendering. */
export interface AnyTemplate extends Omit<Template, 'load' | 'Renderer'> {
  load?(this: void, props: never, place: LoadPlace): Promise<Loaded<unknown>>;
  Renderer(this: void, view: SectionView<never, never>): ReactElement | null;
}

/** A picture of rounded boxes, for `picture`: x, y, width and height of each, and its opacity if it isn't 1. */
export function boxes(
  ...list: readonly (readonly [x: number, y: number, width: number, height: number, opacity?: number])[]
): string {
  return list
    .map(
      ([x, y, width, height, opacity = 1]) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(3, height / 2)}" opacity="${opacity}"/>`,
    )
    .join('');
}

/** Declares a template. */
export function defineTemplate<P extends z.ZodType, D = undefined>(template: Template<P, D>): Template<P, D> {
  return template;
}

export const noProps = z.strictObject({});
