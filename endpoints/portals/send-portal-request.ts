import { noAccess } from '../../src/core/access/caller.ts';
import { withTransaction } from '../../src/core/pipeline/transaction.ts';
import { issuesOf, malformed } from '../../src/core/pipeline/error-response.ts';
import { postedForm, readFormFields } from '../../src/core/pipeline/form.ts';
import { defineOperation, type Answer, type Context } from '../../src/core/operation.ts';
import { portalAt } from '../../src/portals/visibility.ts';
import { refusedAt } from '../../src/portals/pages/sign-in.tsx';
import { askPage } from '../../src/portals/pages/views/access.tsx';
import { askToEnter, countAsking } from '../../src/portals/requests.ts';
import { NewRequest } from '../../src/portals/schemas.ts';
import { isApiError } from '../../src/core/errors.ts';
import { wantsPage } from '../../src/sharing/document.tsx';
import { slugPath } from './schemas.ts';

/** Form fields: an empty one counts as missing. */
async function readRequest(body: Context['request']['body']): Promise<NewRequest> {
  const form = await readFormFields(body);
  const given = ['email', 'name', 'note'].flatMap((name) => {
    const value = form.get(name)?.trim();
    return value ? [[name, value]] : [];
  });
  const parsed = NewRequest.safeParse(Object.fromEntries(given));
  if (!parsed.success) throw malformed(issuesOf(parsed.error));
  return parsed.data;
}

async function ask({ service, caller, request }: Context, slug: string): Promise<Answer> {
  const portal = await portalAt(service, slug);
  try {
    const asked = await readRequest(request.body);
    await countAsking(service, portal.id, request.address);
    await withTransaction(service, caller, noAccess, (_, db) => askToEnter(db, caller, portal, asked));
    return await askPage(service, portal, { sent: true });
  } catch (error) {
    if (!isApiError(error) || !wantsPage(request.headers)) throw error;
    const wrong =
      error.code === 'invalid_request' ? 'Check your e-mail address and try again.' : error.message;
    return askPage(service, portal, { status: error.status, wrong });
  }
}

export const sendPortalRequest = defineOperation({
  name: 'send_portal_request',
  http: { ...postedForm, route: 'POST /p/{slug}/-/access', tag: 'portals' },
  summary: 'Request access to a portal with the form on its page',
  description: 'For people. Programs should use POST /api/v1/portal/{slug}/requests.',
  access: {
    scope: 'public',
  },
  readOnly: true, // opens its own transaction, so that errors can be shown on the form
  input: { path: slugPath },
  errors: ['not_found', 'gone', 'rate_limited', 'too_large', 'invalid_request'],
  run: async (context, { path }) => {
    try {
      return await ask(context, path.slug);
    } catch (error) {
      return refusedAt(context, path.slug, error);
    }
  },
});
