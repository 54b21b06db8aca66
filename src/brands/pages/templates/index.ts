// The table of templates. Plugins add theirs after the built-in ones; each name is used once.
import { takeContributions } from '../../../core/contributions.ts';
import type { AnyTemplate } from './contract.ts';
import { cover } from './cover.tsx';
import { text } from './text.tsx';
import { statement } from './statement.tsx';
import { palette } from './palette.tsx';
import { type } from './type.tsx';
import { logos } from './logos.tsx';
import { dodont } from './dodont.tsx';
import { gallery } from './gallery.tsx';
import { collection } from './collection.tsx';
import { links } from './links.tsx';
import { pages } from './pages.tsx';
import { specs } from './specs.tsx';
import { copy } from './copy.tsx';
import { faq } from './faq.tsx';
import { updates } from './updates.tsx';
import { embed } from './embed.tsx';

declare module '../../../core/contributions.ts' {
  interface Contributions {
    /** Templates for sections of brand pages, and so of portals. */
    pageTemplates: AnyTemplate;
  }
}

export const ownTemplates: readonly AnyTemplate[] = [
  cover,
  text,
  statement,
  palette,
  type,
  logos,
  dodont,
  gallery,
  collection,
  links,
  pages,
  specs,
  copy,
  faq,
  updates,
  embed,
];

const table = new Map<string, AnyTemplate>(ownTemplates.map((template) => [template.name, template]));

/**
 * Adds a plugin's template, replacing an earlier one of its name, because the config is re-evaluated during
 * development.
 * @throws Error for the name of a built-in template.
 */
export function addTemplate(template: AnyTemplate): void {
  if (isOwnTemplate(template.name))
    throw new Error(`Marque already has a template "${template.name}". Rename yours.`);
  table.set(template.name, template);
}
takeContributions('pageTemplates', addTemplate);

export const isOwnTemplate = (name: string): boolean => ownTemplates.some((own) => own.name === name);

/** All templates, built-in ones first. */
export function templates(): AnyTemplate[] {
  return [...table.values()];
}

export function templateOf(name: string): AnyTemplate | undefined {
  return table.get(name);
}
