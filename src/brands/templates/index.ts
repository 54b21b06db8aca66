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
 * Adds a template, for plugins.
 * @throws Error for a name that is taken.
 */
export function addTemplate(template: AnyTemplate): void {
  const known = table.get(template.name);
  if (known === template) return;
  if (known) throw new Error(`There is a template "${template.name}" already.`);
  table.set(template.name, template);
}

/** Every template there is, Marque's own first. */
export function templates(): AnyTemplate[] {
  return [...table.values()];
}

export function templateOf(name: string): AnyTemplate | undefined {
  return table.get(name);
}
