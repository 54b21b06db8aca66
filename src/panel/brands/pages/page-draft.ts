// A page as it's edited.
import type {
  PageInput,
  PageView,
  Section as SectionSchema,
  TemplateInfo,
} from '../../../brands/pages/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { Stored } from '../../client/drafts/kept-drafts.ts';

export type Section = (typeof SectionSchema)['_output'];
export type Template = (typeof TemplateInfo)['_output'];
type Page = PageView['page'];
export type Warnings = PageView['warnings'];

/** What of a page can be edited. The rest is the server's. */
export type EditedPage = Omit<Page, 'keys' | 'updatedAt' | 'position'>;

export function storedOf({ page, version }: PageView): Stored<EditedPage> {
  const { keys: _keys, updatedAt: _updatedAt, position: _position, ...value } = page;
  return { value, version };
}

/** Saving takes what reading gave, though responses declare some of it as any text. */
export const bodyOf = (page: EditedPage) => page as PageInput;

export function newSection(template: Template): Section {
  return {
    id: `s${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16) ?? '0'}`,
    template: template.name,
    title: null,
    body: null,
    width: 'normal',
    columns: null,
    tone: 'plain',
    hidden: false,
    keys: [],
    props: {},
  };
}

/** The keys that a template takes. Keys without a rule stay: it may be added later. */
function keysFor(section: Section, takes: NonNullable<Template['keys']>, rules: readonly Rule[]): string[] {
  return section.keys.filter((key) => {
    const named = rules.filter((rule) => rule.key === key);
    const [rule] = named;
    return (
      !rule ||
      (takes.types.includes(rule.type) && (!takes.files || named.some(({ assets }) => assets.length > 0)))
    );
  });
}

/** The items that a template takes, with those fields that it takes. */
function itemsFor({ items = [] }: Section, { may, must, kinds }: NonNullable<Template['items']>) {
  return items
    .map((item) =>
      Object.fromEntries(
        Object.entries(item).filter(
          ([field, value]) =>
            may.includes(field) && (field !== 'kind' || kinds.length === 0 || kinds.includes(value)),
        ),
      ),
    )
    .filter((item) => must.every((field) => item[field]));
}

/**
 * The section in another template: with what that one takes, so that it can be saved.
 *
 * @param rules of the brand, in all contexts
 */
export function withTemplate(
  section: Section,
  { name, keys, items }: Template,
  rules: readonly Rule[],
): Section {
  const { items: before, ...rest } = section;
  return {
    ...rest,
    template: name,
    keys: keys ? keysFor(section, keys, rules) : [],
    props: {},
    ...(items && before ? { items: itemsFor(section, items) } : {}),
  };
}

/** The title of the section's template; its name if the template no longer exists. */
export function templateTitleOf({ template }: Section, templates: readonly Template[]): string {
  return templates.find(({ name }) => name === template)?.title ?? template;
}

/** What sections are called, by id: "2. Our palette", or by the template while there's no heading. */
export function sectionNames(
  sections: readonly Section[],
  templates: readonly Template[],
): ReadonlyMap<string, string> {
  return new Map(
    sections.map((section, index) => [
      section.id,
      `${index + 1}. ${section.title ?? templateTitleOf(section, templates)}`,
    ]),
  );
}
