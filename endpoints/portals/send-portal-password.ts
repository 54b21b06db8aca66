import { postedForm, readFormFields } from '../../src/core/pipeline/form.ts';
import { defineOperation, type Answer, type Context } from '../../src/core/operation.ts';
import { passCookie, portalAt, tryPassword } from '../../src/portals/visibility.ts';
import { refusedAt, wrongPassword } from '../../src/portals/pages/sign-in.tsx';
import { homeOf } from '../../src/portals/pages/paths.ts';
import { isApiError, ApiError } from '../../src/core/errors.ts';
import { redirectTo, wantsPage } from '../../src/sharing/document.tsx';
import { visitorErrors, slugPath } from './schemas.ts';

/** Always a path of this portal, whatever the form sends. */
function pathWithin(home: string, asked: string): string {
  if (!URL.canParse(asked, 'http://portal')) return home;
  const { origin, pathname, search } = new URL(asked, 'http://portal');
  const isInside = origin === 'http://portal' && (pathname === home || pathname.startsWith(`${home}/`));
  return isInside ? `${pathname}${search}` : home;
}

async function unlock({ service, request }: Context, slug: string): Promise<Answer> {
  const form = await readFormFields(request.body);
  const portal = await portalAt(service, slug);
  const to = pathWithin(homeOf(portal), form.get('to') ?? '');
  if (portal.access !== 'password') return redirectTo(to);
  try {
    const pass = await tryPassword(service, portal, form.get('password') ?? '', request.address);
    if (pass) return redirectTo(to, { 'set-cookie': passCookie(service, portal, pass) });
    throw new ApiError('password', 'Wrong password. Check it, or ask for it again.');
  } catch (error) {
    if (!isApiError(error) || !wantsPage(request.headers)) throw error;
    return wrongPassword(service, portal, to, error);
  }
}

export const sendPortalPassword = defineOperation({
  name: 'send_portal_password',
  http: { ...postedForm, route: 'POST /p/{slug}', tag: 'portals', also: { 303: 'To the page' } },
  summary: 'Open a portal with its password',
  description:
    "The form of its page: password, and the path to continue to. Sets a cookie that opens the portal's pages until the password changes. After ten wrong passwords from one address, or 200 in total, the form is blocked for the rest of a ten-minute window.",
  access: {
    scope: 'public',
  },
  readOnly: true,
  input: { path: slugPath },
  errors: [...visitorErrors, 'too_large'],
  run: async (context, { path }) => {
    try {
      return await unlock(context, path.slug);
    } catch (error) {
      return refusedAt(context, path.slug, error);
    }
  },
});
