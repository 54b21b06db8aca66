// What a template is, and what its renderer is given. A template is one file: what it takes, an example, and how it looks. Renderers
// are plain React without state, so that a page is whole before any script runs.
import type { ReactElement } from 'react';
import { z } from 'zod';
import type { Rule, RuleType } from '../../schemas.ts';
import type { SectionItem, SectionState } from '../../publishing/state.ts';

/** A file as a page shows it. */
export interface AssetView {
  id: string;
  /** In the transform that was asked for, where the file can be transformed. */
  url: string;
  /** A smaller form of a picture, to show in place of `url`; left out: that itself. */
  picture?: string;
  title: string | null;
  filename: string;
  mime: string;
  width: number | null;
  height: number | null;
}

export interface PageLink {
  slug: string;
  title: string;
  parent: string | null;
  lede: string | null;
  url: string;
}

/** One publish, as a page tells of it. */
export interface UpdateView {
  version: number;
  publishedAt: string;
  note: string | null;
  /** In words: "3 rules changed, 1 page added". */
  told: string;
}

/** Where a section stands: whoever shows a page says what of the brand this reader may see, and at which address. */
export interface Surroundings {
  brand: { slug: string; name: string };
  /** The page that the section is on. */
  page: string;
  /** Every page that this reader reaches, in reading order. */
  pages: readonly PageLink[];
  /** A file that may be shown to this reader; null for any other. */
  asset: (id: string, rendition: string | null) => AssetView | null;
  /** Files of a collection that may be shown to this reader. */
  collection: (id: string) => readonly AssetView[];
  updates: readonly UpdateView[];
  /** True where a page may load nothing of another host: what lives elsewhere is a link. */
  linksOnly?: boolean;
}

export interface SectionView<P> {
  section: SectionState;
  props: P;
  /** The rules that its keys name and that there are, in the section's order. */
  rules: readonly Rule[];
  /** Every rule that is read along with the page, by key: what those of the section refer to. */
  known: ReadonlyMap<string, Rule>;
  items: readonly SectionItem[];
  around: Surroundings;
}

export const itemFields = ['title', 'body', 'href', 'asset', 'rendition', 'kind'] as const;
export type ItemField = (typeof itemFields)[number];

export interface Template<P extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  /** When to use it, in one sentence. */
  description: string;
  props: P;
  /** What its keys may name; null: it takes none. `files`: only rules that have files. */
  keys: { types: readonly RuleType[]; files?: boolean } | null;
  /** What its items may say, and of it what each must; null: it takes none. */
  items: { may: readonly ItemField[]; must: readonly ItemField[]; kinds?: readonly string[] } | null;
  /** True: the section says something although it has no body, rules or items. */
  standsAlone?: boolean;
  /** True: it draws eyebrow, title, lede and body itself. */
  ownHeading?: boolean;
  /** A section as one may send it. */
  example: Record<string, unknown>;
  Renderer: (view: SectionView<z.output<P>>) => ReactElement | null;
}

/** A template of any props, as a list holds it: what it renders has been parsed by its own schema. */
export interface AnyTemplate extends Omit<Template, 'Renderer'> {
  Renderer(this: void, view: SectionView<never>): ReactElement | null;
}

/** Declares a template. */
export function defineTemplate<P extends z.ZodType>(template: Template<P>): Template<P> {
  return template;
}

export const noProps = z.strictObject({});
