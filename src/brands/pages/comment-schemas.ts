// Comments on pages as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../../assets/schemas.ts';
import { CommentBody, commentParts } from '../../comments/schemas.ts';

const commentFields = {
  ...commentParts,
  page: z.string().describe('Slug of the page'),
  section: z.string().nullable().describe('Id of the section; null: the whole page'),
};
const OneComment = z.object(commentFields).meta({ id: 'BrandComment' });
export type BrandComment = z.infer<typeof OneComment>;

export const CommentThread = z
  .object({ ...commentFields, replies: z.array(OneComment).describe('Oldest first') })
  .meta({ id: 'BrandCommentThread' });
export type CommentThread = z.infer<typeof CommentThread>;

export const NewComment = z
  .strictObject({
    page: z.string().min(1).max(100).optional().describe('Slug of the page it is on'),
    section: z.string().max(40).optional().describe('Id of a section of that page'),
    thread: Id.optional().describe('The comment to reply to, instead of page and section'),
    body: CommentBody,
  })
  .superRefine(({ page, section, thread }, issues) => {
    if (thread === undefined && page === undefined)
      issues.addIssue({
        code: 'custom',
        path: ['page'],
        message: 'Send a page, or the thread to reply to.',
      });
    if (thread !== undefined && (page !== undefined || section !== undefined))
      issues.addIssue({
        code: 'custom',
        path: ['thread'],
        message: 'A reply belongs to its thread. Leave out page and section.',
      });
  });
export type NewComment = z.infer<typeof NewComment>;
