import { formFields, postedForm, readFormFields } from '../../src/core/pipeline/form.ts';
import { defineOperation } from '../../src/core/operation.ts';
import { maxCommentForm, readComment, sendComment } from '../../src/shares/review/comments.ts';
import { formId } from '../../src/shares/review/forms.tsx';
import { demandOwnPage, demandReview } from '../../src/shares/review/visitor.ts';
import { redirectTo } from '../../src/sharing/document.tsx';
import { answerReview, placeOnPage } from './review-answers.ts';
import { reviewRefusals, tokenPath } from './schemas.ts';

export const sendReviewComment = defineOperation({
  name: 'send_review_comment',
  http: {
    ...postedForm,
    route: 'POST /s/{token}/comments',
    tag: 'shares',
    also: { 303: 'To the comment on the page' },
  },
  summary: 'Comment on a file that a review link shows, or reply to a comment made through it',
  description: `A form (${formFields}) with "asset", "body", and either "anchor", a CommentAnchor as JSON, or "thread", the comment to reply to. Its author is whom the cookie of POST /s/{token}/visitor names. It becomes an ordinary comment on the asset. Visitors of one link can send 30 comments and changes from an address and 200 together in ten minutes, and 500 comments a day.`,
  access: {
    scope: 'public',
  },
  readOnly: true, // opens its own transaction, so that errors can be shown on the form
  input: { path: tokenPath },
  errors: [...reviewRefusals],
  run: (context, { path: { token } }) =>
    answerReview(context, token, (body) => readFormFields(body, maxCommentForm), {
      at: (form) => {
        const thread = form.get('thread') ?? '';
        return thread === '' ? formId('asset', form.get('asset') ?? '') : formId('reply', thread);
      },
      run: async (reviewing, form) => {
        const { service, request } = context;
        demandReview(reviewing.share);
        demandOwnPage(service, request.headers);
        const id = await sendComment(reviewing, request, readComment(form));
        return redirectTo(placeOnPage(token, form, `comment-${id}`));
      },
    }),
});
