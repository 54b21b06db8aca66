// Comments as the API shows them, and what callers send: on assets, and what those on pages have in common with them.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';

/** What every comment has. */
export const commentParts = {
  id: Id,
  thread: Id.nullable().describe('The comment it replies to; null if it starts a thread'),
  body: z.string(),
  author: z.object({
    kind: z.string().describe('person, key, or visitor of a review link'),
    id: z.string().nullable(),
    name: z.string(),
    email: z.string().optional().describe('Of a visitor, as they typed it; for callers who can write'),
  }),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
  resolvedBy: z.string().nullable(),
};

export const CommentBody = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .describe('Markdown. `@` and a name notifies that person');

export const CommentPatch = z
  .strictObject({ body: CommentBody, resolved: z.boolean().describe('Only for a thread') })
  .partial();
export type CommentPatch = z.infer<typeof CommentPatch>;

export const NewReply = z.strictObject({ body: CommentBody });
export const Resolution = z.strictObject({
  resolved: z.boolean().default(true).describe('false reopens the thread'),
});

// ---- where on an asset

/** Of a picture's width or height, from its upper left corner. */
const share = z.number().min(0).max(1);
const within = (start: number | undefined, length: number | undefined): boolean =>
  // Sums of fractions such as 0.7 + 0.3 may exceed 1 by a rounding error.
  (start ?? 0) + (length ?? 0) <= 1 + 1e-9;
const seconds = z.number().min(0).max(1_000_000);

const anchorProblem = ({
  rect,
  point,
  page,
  from,
  to,
}: {
  rect?: number[] | undefined;
  point?: number[] | undefined;
  page?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}): { path: string; message: string } | null => {
  if (rect && point) return { path: 'point', message: 'Send a rectangle or a point, not both.' };
  if (rect && !(within(rect[0], rect[2]) && within(rect[1], rect[3])))
    return { path: 'rect', message: 'The rectangle has to be inside the picture.' };
  if (rect && !(Number(rect[2]) > 0 && Number(rect[3]) > 0))
    return {
      path: 'rect',
      message: 'The rectangle needs a width and a height above 0. To mark a spot, send a point.',
    };
  if (to !== undefined && from === undefined) return { path: 'from', message: 'Send from along with to.' };
  if (from !== undefined && to !== undefined && from > to)
    return { path: 'to', message: 'to can’t be before from.' };
  return [rect, point, page, from].some((part) => part !== undefined)
    ? null
    : {
        path: '',
        message: 'Send rect, point, page or from; or null instead of an anchor for the whole asset.',
      };
};

export const Anchor = z
  .strictObject({
    rect: z.tuple([share, share, share, share]).describe('x, y, width, height, each 0 to 1').optional(),
    point: z.tuple([share, share]).describe('x, y, each 0 to 1').optional(),
    page: z.int().min(1).max(100_000).optional(),
    from: seconds.describe('In seconds').optional(),
    to: seconds.describe('In seconds').optional(),
  })
  .superRefine((anchor, issues) => {
    const problem = anchorProblem(anchor);
    if (problem)
      issues.addIssue({
        code: 'custom',
        path: problem.path === '' ? [] : [problem.path],
        message: problem.message,
      });
  })
  .meta({ id: 'CommentAnchor' });
export type Anchor = z.infer<typeof Anchor>;

// ---- comments on whatever they are on

export const CommentedOn = z
  .union([
    z.object({ kind: z.literal('asset'), id: Id, name: z.string() }),
    z.object({
      kind: z.literal('page'),
      brand: Id,
      page: z.string().describe('Slug of the page'),
      section: z.string().nullable().describe('Id of the section; null: the whole page'),
      name: z.string().describe('Name of the brand'),
    }),
  ])
  .meta({ id: 'CommentedOn' });

export const CommentLink = z
  .object({
    id: Id.nullable().describe('null once the link is deleted with what it shares'),
    name: z.string(),
  })
  .meta({ id: 'CommentLink' });
export type CommentLink = z.infer<typeof CommentLink>;

const whereParts = {
  on: CommentedOn.describe('The version of the asset, or the page'),
  version: z.int().nullable().describe('Version of the asset; null if it has only one, and for pages'),
  outdated: z.boolean().describe('True if a newer version is current'),
  anchor: Anchor.nullable().describe('null: all of it'),
  link: CommentLink.nullable().describe(
    'The review link that a visitor wrote it through. Visitors of the link can read the whole thread',
  ),
  resolved: z.boolean(),
};
const OneComment = z.object({ ...commentParts, ...whereParts }).meta({ id: 'Comment' });
export type Comment = z.infer<typeof OneComment>;

export const Thread = z
  .object({ ...commentParts, ...whereParts, replies: z.array(OneComment).describe('Oldest first') })
  .meta({ id: 'CommentThread' });
export type Thread = z.infer<typeof Thread>;

export const NewComment = z
  .strictObject({
    body: CommentBody,
    anchor: Anchor.nullable().default(null).describe('Where on the asset; null: all of it'),
    thread: Id.optional().describe('The comment to reply to, without an anchor'),
  })
  .superRefine(({ thread, anchor }, issues) => {
    if (thread !== undefined && anchor !== null)
      issues.addIssue({
        code: 'custom',
        path: ['anchor'],
        message: 'A reply belongs to its thread. Leave out the anchor.',
      });
  });
export type NewComment = z.infer<typeof NewComment>;

export const Mentionable = z.object({ id: Id, name: z.string() }).meta({ id: 'MentionablePerson' });
export type Mentionable = z.infer<typeof Mentionable>;

/** What every comment has, whatever it is on. */
export type CommonComment = z.infer<z.ZodObject<typeof commentParts>>;
