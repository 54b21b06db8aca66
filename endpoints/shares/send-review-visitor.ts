import { formFields, postedForm, readFormFields } from '../../src/core/pipeline/form.ts';
import { defineOperation } from '../../src/core/operation.ts';
import {
  cookieOf,
  demandOwnPage,
  demandReview,
  readVisitor,
  visitorIn,
} from '../../src/shares/review/visitor.ts';
import { redirectTo } from '../../src/sharing/document.tsx';
import { answerReview, placeOnPage } from './review-answers.ts';
import { reviewRefusals, tokenPath } from './schemas.ts';

export const sendReviewVisitor = defineOperation({
  name: 'send_review_visitor',
  http: {
    ...postedForm,
    route: 'POST /s/{token}/visitor',
    tag: 'shares',
    also: { 303: 'To the page' },
  },
  summary: 'Set the name and e-mail address you comment under on a review link',
  description: `The fields "name" and "email" of a form (${formFields}). The response sets a cookie that names you as the author of comments through this link, and on this page only.`,
  access: {
    scope: 'public',
  },
  readOnly: true, // nothing is stored but the cookie
  input: { path: tokenPath },
  errors: [...reviewRefusals],
  run: (context, { path: { token } }) =>
    answerReview(context, token, readFormFields, {
      at: () => 'visitor',
      run: (reviewing, form) => {
        const { service, request } = context;
        demandReview(reviewing.share);
        demandOwnPage(service, request.headers);
        const cookie = cookieOf(reviewing, readVisitor(form), visitorIn(reviewing, request.headers));
        return Promise.resolve(redirectTo(placeOnPage(token, form), { 'set-cookie': cookie }));
      },
    }),
});
