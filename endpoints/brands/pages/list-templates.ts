import { z } from 'zod';
import { TemplateInfo } from '../../../src/brands/pages/schemas.ts';
import { templates } from '../../../src/brands/pages/templates/index.ts';
import { defineOperation } from '../../../src/core/operation.ts';

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
