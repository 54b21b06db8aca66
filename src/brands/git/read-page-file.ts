// Parses the file of a page.
import { isSlug } from '../../core/access/ids.ts';
import { plainPage, normalizeSection } from '../pages/pages.ts';
import { issuesUnder } from '../rules/rules.ts';
import { PageInput, type SectionInput } from '../pages/schemas.ts';
import type { PageState } from '../publishing/state.ts';
import { assetId, isPlain, textsById, type FindAsset } from './asset-paths.ts';
import type { LocatedFile, Segment } from './located.ts';

export interface ReadPage {
  /** Without its position in the tree, which brand.yaml defines. */
  page: PageState;
  inputs: SectionInput[];
}

const PageFile = PageInput.omit({ slug: true, position: true, parent: true, keys: true, updatedAt: true });

/** The section with its files by id. */
function withAssets(file: LocatedFile, at: Segment[], section: unknown, find: FindAsset): unknown {
  if (!isPlain(section)) return section;
  const { props, items, template } = section;
  const id = (where: Segment[], given: unknown): unknown =>
    assetId(file, [...at, ...where], given, find) ?? undefined;
  return {
    ...section,
    ...textsById(section, ['body'], find),
    ...(template === 'cover' && isPlain(props) && props.image !== undefined
      ? { props: { ...props, image: id(['props', 'image'], props.image) } }
      : {}),
    ...(Array.isArray(items)
      ? {
          items: (items as unknown[]).map((item, index) =>
            isPlain(item)
              ? {
                  ...item,
                  ...textsById(item, ['body'], find),
                  ...(item.asset === undefined ? {} : { asset: id(['items', index, 'asset'], item.asset) }),
                }
              : item,
          ),
        }
      : {}),
  };
}

export function readPage(file: LocatedFile, slug: string, find: FindAsset): ReadPage | null {
  if (!isSlug(slug))
    file.say([], "A page's file name must be its slug: lowercase letters and digits, joined by dashes.");
  if (file.value === null) return null;
  if (!isPlain(file.value)) {
    file.say([], 'A page needs a title and sections.');
    return null;
  }
  const { cover, sections } = file.value;
  const parsed = PageFile.safeParse({
    ...file.value,
    ...(cover === undefined || cover === null
      ? {}
      : { cover: assetId(file, ['cover'], cover, find) ?? null }),
    ...(Array.isArray(sections)
      ? {
          sections: (sections as unknown[]).map((one, index) =>
            withAssets(file, ['sections', index], one, find),
          ),
        }
      : {}),
  });
  if (!parsed.success) {
    file.sayAll([], issuesUnder('', parsed.error));
    return null;
  }
  const { sections: given = [], ...fields } = parsed.data;
  const inputs = named(given);
  const taken = new Set<string>();
  for (const [index, { id }] of inputs.entries()) {
    if (taken.has(id)) file.say(['sections', index, 'id'], 'Another section has this id.');
    taken.add(id);
  }
  const content = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<PageState>;
  return {
    inputs,
    page: {
      ...plainPage,
      title: fields.title,
      ...content,
      slug,
      aliases: [...new Set(fields.aliases ?? [])],
      sections: inputs.map((input) => normalizeSection(input, input.id, []).section),
    },
  };
}

/** A section without an id is named by its template and a number: the same each time the file is read. */
function named(sections: readonly SectionInput[]): (SectionInput & { id: string })[] {
  const taken = new Set(sections.flatMap(({ id }) => id ?? []));
  return sections.map((section) => {
    let id = section.id ?? '';
    for (let count = 1; id === ''; count += 1) {
      const free = `${section.template.replace(/[^A-Za-z0-9]/g, '').slice(0, 30) || 'section'}-${count}`;
      if (!taken.has(free)) id = free;
    }
    taken.add(id);
    return { ...section, id };
  });
}
