// A page as it's edited.
import type {
  PageInput,
  PageView,
  Section as SectionSchema,
  TemplateInfo,
} from '../../../brands/pages/schemas.ts';

export type Section = (typeof SectionSchema)['_output'];
export type Template = (typeof TemplateInfo)['_output'];
export type Page = PageView['page'];
export type Warnings = PageView['warnings'];

/** The writable part of a page. Saving takes what reading gave, though responses declare some of it as any text. */
export function bodyOf({ keys: _keys, updatedAt: _updatedAt, position: _position, ...body }: Page) {
  return body as PageInput;
}

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

/** The title of the section's template; its name if the template no longer exists. */
export function templateTitleOf({ template }: Section, templates: readonly Template[]): string {
  return templates.find(({ name }) => name === template)?.title ?? template;
}
