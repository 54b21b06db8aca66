// What the forms on the page of a review link have in common: the way in, the place on the page that comes next, and what was refused.
import { visitorLanguage } from '../../src/assets/languages/visitor-language.ts';
import { isApiError } from '../../src/core/errors.ts';
import type { Answer, Context, RequestFacts } from '../../src/core/operation.ts';
import { sharePagePath } from '../../src/shares/links.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { refusedPage } from '../../src/shares/refused-page.ts';
import { reviewPage } from '../../src/shares/review/page.tsx';
import type { Reviewing } from '../../src/shares/review/visitor.ts';
import { wantsPage } from '../../src/sharing/document.tsx';

/** The page of the list that a form is on. */
function pageIn(form: URLSearchParams): number {
  const page = Number(form.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
}

/** Where the page is opened again, after something was stored. */
export function placeOnPage(token: string, form: URLSearchParams, place?: string): string {
  const page = pageIn(form);
  return `${sharePagePath(token)}${page === 1 ? '' : `?page=${page}`}${place === undefined ? '' : `#${place}`}`;
}

interface Work {
  /** The form on the page, for what is refused. */
  at: (form: URLSearchParams) => string;
  run: (reviewing: Reviewing, form: URLSearchParams) => Promise<Answer>;
}

/** Refused while the link works: shown on its form. */
async function onForm(
  { service, request }: Context,
  reviewing: Reviewing,
  form: URLSearchParams,
  { error, at }: { error: unknown; at: string },
): Promise<Answer> {
  const { share } = reviewing;
  // What another page sent isn't shown as if it had been typed here.
  const isOfForm =
    isApiError(error) && share.kind === 'review' && error.code !== 'gone' && error.code !== 'forbidden';
  if (!isOfForm || !wantsPage(request.headers)) throw error;
  const language = await visitorLanguage(service, service.db, share.workspaceId, request, true);
  const typed = Object.fromEntries(form);
  return reviewPage(reviewing, request.headers, {
    page: pageIn(form),
    language,
    refused: { error, at, typed },
  });
}

/**
 * Answers a form: programs get errors as JSON, browsers the page with what is wrong.
 *
 * @param read the fields of the form
 */
export async function answerReview(
  context: Context,
  token: string,
  read: (body: RequestFacts['body']) => Promise<URLSearchParams>,
  { at, run }: Work,
): Promise<Answer> {
  const { service, request } = context;
  try {
    const reviewing = { service, token, share: await openShare(service, token, request) };
    const form = await read(request.body);
    try {
      return await run(reviewing, form);
    } catch (error) {
      return await onForm(context, reviewing, form, { error, at: at(form) });
    }
  } catch (error) {
    return refusedPage(service, request, token, error);
  }
}
