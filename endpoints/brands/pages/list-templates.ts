import { z } from 'zod';
import { TemplateInfo } from '../../../src/brands/pages/schemas.ts';
import { templates } from '../../../src/brands/pages/templates/index.ts';
import { defineOperation } from '../../../src/core/operation.ts';
import type { ToolResult } from '../../../src/core/tool.ts';

/** Drawings are for people who choose a template: they would be almost half of what an agent reads. */
const withoutPictures: ToolResult = {
  of: async (_, answered) => {
    const { data } = answered as { data: { props: object }[] };
    return {
      value: {
        data: data.map((template) => ({
          ...template,
          picture: undefined,
          props: { ...template.props, $schema: undefined },
        })),
      },
    };
  },
};

export const listTemplates = defineOperation({
  name: 'list_templates',
  http: {
    route: 'GET /api/v1/brand/templates',
    tag: 'brands',
  },
  summary: 'List the section templates: what each accepts, with an example',
  access: {
    scope: 'read',
    within: true,
  },
  output: z.object({ data: z.array(TemplateInfo) }),
  agent: {
    title: 'List section templates',
    description:
      'Lists the templates for sections of brand pages: which keys each accepts, its props as JSON Schema, its item fields, and an example. Use it before you write a page.',
    readOnly: true,
    result: withoutPictures,
  },
  run: async () => ({
    data: templates().map(({ name, title, description, props, keys, items, picture, example }) => ({
      name,
      title,
      description,
      props: z.toJSONSchema(props, { io: 'input', unrepresentable: 'any' }),
      keys: keys && { types: [...keys.types], files: keys.files ?? false },
      items: items && { may: [...items.may], must: [...items.must], kinds: [...(items.kinds ?? [])] },
      picture: picture ?? null,
      example,
    })),
  }),
});
