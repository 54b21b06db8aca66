// A page as it's edited.
import type {
  PageInput,
  PageView,
  Section as SectionSchema,
  TemplateInfo,
} from '../../../brands/pages/schemas.ts';
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

/** The section in another template: with what that one takes. */
export function withTemplate(section: Section, { name, keys, items }: Template): Section {
  const { items: before, ...rest } = section;
  const kept = items
    ? before?.map((item) =>
        Object.fromEntries(Object.entries(item).filter(([field]) => items.may.includes(field))),
      )
    : undefined;
  return {
    ...rest,
    template: name,
    keys: keys ? section.keys : [],
    props: {},
    ...(kept ? { items: kept } : {}),
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
