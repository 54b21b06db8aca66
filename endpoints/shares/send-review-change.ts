import { Id } from '../../src/assets/schemas.ts';
import { isId } from '../../src/core/access/ids.ts';
import { formFields, postedForm, readFormFields } from '../../src/core/pipeline/form.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { changeOwnComment, maxCommentForm, readChange } from '../../src/shares/review/comments.ts';
import { formId } from '../../src/shares/review/forms.tsx';
import { demandOwnPage, demandReview } from '../../src/shares/review/visitor.ts';
import { redirectTo } from '../../src/sharing/document.tsx';
import { answerReview, placeOnPage } from './review-answers.ts';
import { reviewRefusals, tokenPath } from './schemas.ts';

/** Where to go on the page once a comment is changed: to what is left of its thread, or to its file. */
function placeAfter(left: string | null, form: URLSearchParams): string | undefined {
  const asset = form.get('asset');
  if (left !== null) return `comment-${left}`;
  return isId(asset) ? `file-${asset}` : undefined;
}

export const sendReviewChange = defineOperation({
  name: 'send_review_change',
  http: {
    ...postedForm,
    route: 'POST /s/{token}/comments/{comment}',
    tag: 'shares',
    also: { 303: 'To the comment on the page' },
  },
  summary: 'Edit or delete your own comment on the page of a review link',
  description: `A form (${formFields}) with "body", or with "action" as "delete", which deletes a thread with its replies. Only for whom the cookie of POST /s/{token}/visitor names as the author.`,
  access: {
    scope: 'public',
  },
  readOnly: true, // opens its own transaction, so that errors can be shown on the form
  input: { path: tokenPath.extend({ comment: Id.describe('One that was made through the link') }) },
  errors: [...reviewRefusals],
  run: (context, { path: { token, comment } }) =>
    answerReview(context, token, (body) => readFormFields(body, maxCommentForm), {
      at: () => formId('edit', comment),
      run: async (reviewing, form) => {
        const { service, request } = context;
        demandReview(reviewing.share);
        demandOwnPage(service, request.headers);
        const left = await changeOwnComment(reviewing, request, comment, readChange(form));
        return redirectTo(placeOnPage(token, form, placeAfter(left, form)));
      },
    }),
});
