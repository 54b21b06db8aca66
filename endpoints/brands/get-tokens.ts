import contentDisposition from 'content-disposition';
import { z } from 'zod';
import { cssPlaceOf } from '../../src/brands/tokens/css-place.ts';
import { tokenSourceOf } from '../../src/brands/tokens/read-tokens.ts';
import { ContextName } from '../../src/brands/rules/schemas.ts';
import { tokenFormatOf, tokenFormats } from '../../src/brands/tokens/formats/index.ts';
import { ownerOf } from '../../src/core/contributions.ts';
import { blaming } from '../../src/core/failures.ts';
import { invalid, type Issue } from '../../src/core/errors.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { brandQuery, readsTokens } from './schemas.ts';

const names = (): string =>
  tokenFormats()
    .map(({ name }) => name)
    .join(', ');

const versionForm = /^(?:draft|live|[1-9]\d{0,8})$/;

const noSelector = (format: string): Issue => ({
  path: 'selector',
  message: `The format ${format} doesn't support \`selector\`. Omit it, or use one of these formats: ${tokenFormats()
    .filter(({ takesSelector }) => takesSelector)
    .map(({ name }) => name)
    .join(', ')}.`,
});

export const getTokens = defineOperation({
  name: 'get_tokens',
  http: {
    route: 'GET /api/v1/brand/tokens',
    tag: 'brands',
    produces: 'application/json',
  },
  summary: "Export a brand's rules as design tokens",
  // Evaluated when the document is generated: by then plugins have added their formats.
  get description() {
    return `Returns a file: ${names()}. json is W3C design tokens 2025.10. With context: the rules as they apply there. With version=live: the published version; with version=12: that publish, whatever is published later; otherwise the current draft.`;
  },
  ...readsTokens,
  input: {
    query: brandQuery.extend({
      context: ContextName.optional(),
      format: z
        .string()
        .default('json')
        .refine((name) => tokenFormatOf(name) !== undefined, { error: () => `One of ${names()}.` }),
      version: z
        .string()
        .refine((text) => versionForm.test(text), 'Must be draft, live, or the number of a publish.')
        .default('draft')
        .describe('draft, live, or the number of a publish'),
      selector: z
        .string()
        .trim()
        .max(200)
        .refine(
          (text) => cssPlaceOf(text) !== null,
          'Must be a CSS selector such as .dark, or prefers-color-scheme: dark.',
        )
        .optional()
        .describe(
          'css, tailwind: what replaces :root or @theme, such as .dark or prefers-color-scheme: dark',
        ),
    }),
  },
  errors: ['invalid'],
  agent: {
    title: 'Export design tokens',
    description:
      "Exports a brand's rules as design tokens for code: W3C JSON, CSS, SCSS, Tailwind, TypeScript, Swift or Android. Use it when you write code for the brand, instead of copying values one by one.",
    readOnly: true,
  },
  run: async ({ row }, { query }) => {
    const source = tokenSourceOf(row, query.context ?? null);
    const format = tokenFormatOf(query.format);
    if (!format) throw new Error('This token format is no longer available.');
    if (query.selector !== undefined && !format.takesSelector) throw invalid([noSelector(format.name)]);
    const place = query.selector === undefined ? null : cssPlaceOf(query.selector);
    const context = source.context === null ? '' : `-${source.context}`;
    const text = await blaming({ module: ownerOf(format), during: 'call', name: format.name }, () =>
      format.write(place === null ? source : { ...source, place }),
    );
    return new Answer(
      200,
      { kind: 'bytes', bytes: Buffer.from(text) },
      {
        'content-type': format.mime === 'application/json' ? format.mime : `${format.mime}; charset=utf-8`,
        'content-disposition': contentDisposition(`${source.brand.slug}${context}${format.ending}`, {
          type: 'inline',
        }),
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      },
    );
  },
});
