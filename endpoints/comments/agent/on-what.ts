// How agents comment: one tool for assets and pages of brands, and one that lists the comments on either.
import { z } from 'zod';
import { Id } from '../../../src/assets/schemas.ts';
import { NewComment } from '../../../src/comments/schemas.ts';
import { CursorParameter } from '../../../src/core/paging.ts';
import type { ToolRequest, ToolShape } from '../../../src/core/tool.ts';

const place = {
  on: z.enum(['asset', 'page']).default('asset'),
  asset: Id.optional(),
  id: Id.optional().describe('Deprecated: use asset'),
  brand: z.string().min(1).max(200).optional().describe('Slug or ID'),
  page: z.string().min(1).max(100).optional(),
};

interface Place {
  on: 'asset' | 'page';
  asset?: string | undefined;
  id?: string | undefined;
  brand?: string | undefined;
  page?: string | undefined;
  section?: string | undefined;
  anchor?: unknown;
}

/** The arguments that only one of the two takes. */
const others = { asset: ['brand', 'page', 'section'], page: ['asset', 'id', 'anchor'] } as const;

/** What is missing for where the comment is, and what doesn't belong there. */
function checkPlace({ value, issues }: z.core.ParsePayload<Place>): void {
  const add = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value });
  const { on } = value;
  if (on === 'asset' && value.asset === undefined && value.id === undefined)
    add('asset', 'Missing. Send the asset; or on: page, with a brand and a page.');
  if (on === 'page' && value.brand === undefined) add('brand', 'Missing. on: page requires it.');
  for (const name of others[on])
    if ((value[name] ?? null) !== null) add(name, `Can't be combined with on: ${on}.`);
}

const Commenting = z
  .strictObject({
    ...place,
    section: z.string().max(40).optional().describe('ID of a section of the page'),
    ...NewComment.shape,
    thread: Id.optional().describe('The comment to reply to'),
  })
  .check(checkPlace);

const Listing = z
  .strictObject({
    ...place,
    resolved: z.enum(['true', 'false']).optional(),
    cursor: CursorParameter,
    limit: z.int().min(1).max(100).default(50),
  })
  .check(checkPlace);

const ofAsset = ({ asset, id }: Place): string => asset ?? id ?? '';

/** The operation's own answer. */
const asAnswered: ToolShape['result'] = (_, [answer]) => ({
  value: answer?.value as Record<string, unknown>,
});

export const commentOnWhat: ToolShape = {
  input: Commenting,
  requests: (given): ToolRequest[] => {
    const {
      on,
      brand = '',
      page,
      section,
      thread,
      anchor,
      body,
      ...where
    } = given as z.output<typeof Commenting>;
    return on === 'asset'
      ? [{ path: { id: ofAsset({ on, ...where }) }, body: { body, anchor, thread } }]
      : [{ operation: 'create_page_comment', path: { slug: brand }, body: { body, page, section, thread } }];
  },
  result: asAnswered,
};

export const commentsOnWhat: ToolShape = {
  input: Listing,
  requests: (given): ToolRequest[] => {
    const { on, brand = '', page, resolved, cursor, limit, ...where } = given as z.output<typeof Listing>;
    const query = { resolved, cursor, limit };
    return on === 'asset'
      ? [{ path: { id: ofAsset({ on, ...where }) }, query }]
      : [{ operation: 'list_page_comments', path: { slug: brand }, query: { ...query, page } }];
  },
  result: asAnswered,
};
