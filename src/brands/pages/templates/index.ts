// The one table of templates. Plugins add theirs behind it; a name is taken once.
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
 * Adds a template of a plugin, in place of an earlier one of its name: a config is read anew while somebody develops.
 * @throws Error for the name of one of Marque's own.
 */
export function addTemplate(template: AnyTemplate): void {
  if (ownTemplates.some(({ name }) => name === template.name))
    throw new Error(`Marque has a template "${template.name}" of its own: give yours another name.`);
  table.set(template.name, template);
}

/** Every template there is, Marque's own first. */
export function templates(): AnyTemplate[] {
  return [...table.values()];
}

export function templateOf(name: string): AnyTemplate | undefined {
  return table.get(name);
}
