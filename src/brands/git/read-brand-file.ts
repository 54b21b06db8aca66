// Parses brand.yaml: the name, the theme, the order of the rules and the tree of pages.
import { z } from 'zod';
import { isSlug } from '../../core/access/ids.ts';
import { issuesUnder } from '../rules/rules.ts';
import { plainTheme, type Theme } from '../publishing/state.ts';
import { densities, themeParts, themeWidths } from '../theme/theme-parts.ts';
import { isPlain } from './asset-paths.ts';
import type { LocatedFile, Segment } from './located.ts';

const Part = z.string().max(120).nullable().optional();
const ThemeFile = z.strictObject({
  ...(Object.fromEntries(themeParts.map((part) => [part, Part])) as Record<
    (typeof themeParts)[number],
    typeof Part
  >),
  radius: z.int().min(0).max(64).optional(),
  width: z.enum(themeWidths).optional(),
  density: z.enum(densities).optional(),
});
const BrandFile = z.strictObject({
  slug: z.string().max(100).optional(),
  name: z.string().trim().min(1).max(200),
  theme: ThemeFile.nullable().optional(),
  order: z.array(z.string().max(120)).max(10_000).nullable().optional(),
  pages: z.array(z.unknown()).nullable().optional(),
});

export interface ReadBrand {
  slug: string | null;
  name: string;
  theme: Theme;
  order: string[] | null;
  /** In reading order. */
  tree: { slug: string; parent: string | null; at: Segment[] }[];
}

function readTree(
  file: LocatedFile,
  list: readonly unknown[],
  parent: string | null,
  at: Segment[],
): ReadBrand['tree'] {
  return list.flatMap((entry, index): ReadBrand['tree'] => {
    const where = [...at, index];
    if (typeof entry === 'string' || typeof entry === 'number')
      return [{ slug: String(entry), parent, at: where }];
    const [slug, ...more] = isPlain(entry) ? Object.keys(entry) : [];
    const under = isPlain(entry) && slug !== undefined ? entry[slug] : undefined;
    if (
      slug === undefined ||
      more.length > 0 ||
      !(under === null || Array.isArray(under)) ||
      at.length > 12
    ) {
      file.say(where, "Must be a page's slug, or a slug with a list of subpages.");
      return [];
    }
    return [
      { slug, parent, at: where },
      ...readTree(file, (under ?? []) as unknown[], slug, [...where, slug]),
    ];
  });
}

export function readBrand(file: LocatedFile): ReadBrand | null {
  if (file.value === null && file.issues.length > 0) return null;
  const parsed = BrandFile.safeParse(file.value ?? {});
  if (!parsed.success) {
    file.sayAll([], issuesUnder('', parsed.error));
    return null;
  }
  const { slug, name, theme, order, pages } = parsed.data;
  if (slug !== undefined && !isSlug(slug))
    file.say(['slug'], 'A slug must be lowercase letters and digits, joined by dashes.');
  return {
    slug: slug ?? null,
    name,
    theme: {
      ...plainTheme,
      ...Object.fromEntries(Object.entries(theme ?? {}).filter(([, value]) => value !== undefined)),
    },
    order: order ?? null,
    tree: readTree(file, pages ?? [], null, ['pages']),
  };
}
