// The pages for visitors without access to a portal: password and sign-in. Every other page goes
// through `pageForVisitor`.
import type { Answer, Context } from '../../core/operation.ts';
import { isApiError, referenceOf, type ApiError } from '../../core/errors.ts';
import { panelAddress } from '../../core/panel-address.ts';
import type { Service } from '../../core/service.ts';
import { PasswordForm, redirectTo, refusalPage, wantsPage } from '../../sharing/document.tsx';
import { mayPreview, previewCookie } from '../preview-as.ts';
import {
  anyPortalAt,
  enterPortal,
  passCookie,
  portalAt,
  requestOfKey,
  type EnteredPortal,
  type PortalFacts,
} from '../visibility.ts';
import { entryPage } from './entry-page.tsx';
import { portalLook } from './look.ts';
import { homeOf, viewOf } from './paths.ts';

/** The password page of a portal. @param to where to continue, a path of this portal. */
export function portalPasswordPage(
  service: Service,
  portal: PortalFacts,
  {
    to,
    status = 401,
    wrong = null,
    headers = {},
  }: { to: string; status?: number; wrong?: string | null; headers?: Record<string, string> },
): Promise<Answer> {
  return entryPage(service, portal, {
    title: portal.name,
    status,
    headers,
    body: (
      <>
        <h1>{portal.name}</h1>
        <PasswordForm wrong={wrong} action={homeOf(portal)} to={to} />
        <p className="small">
          <a href={viewOf(portal, 'access')}>Request access</a>
        </p>
      </>
    ),
  });
}

function membersPage(service: Service, portal: PortalFacts, to: string): Promise<Answer> {
  const signIn = panelAddress(service.payload.config, `/login?${new URLSearchParams({ redirect: to })}`);
  return entryPage(service, portal, {
    title: portal.name,
    status: 401,
    body: (
      <>
        <h1>{portal.name}</h1>
        <p className="quiet">This portal is for members.</p>
        <a className="button" href={signIn}>
          Sign in
        </a>
        <p className="small">
          <a href={viewOf(portal, 'access')}>Request access</a>
        </p>
      </>
    ),
  });
}

/**
 * Renders an error of the portal's access check as a page. @throws the error itself to programs, which get
 * the JSON envelope.
 */
export async function refusedAt(
  { service, request }: Pick<Context, 'service' | 'request'>,
  slug: string,
  error: unknown,
): Promise<Answer> {
  if (!isApiError(error) || !wantsPage(request.headers)) throw error;
  referenceOf(error, service.log, { operation: 'portal' });
  const { url } = request;
  const to = `${url.pathname}${url.search}`;
  const portal = await portalAt(service, slug).catch((cause: unknown) => {
    if (isApiError(cause)) return null;
    throw cause;
  });
  if (!portal) return refusalPage(service.env.serverUrl, error);
  if (error.code === 'password') return portalPasswordPage(service, portal, { to });
  if (error.code === 'unauthorized') return membersPage(service, portal, to);
  return refusalPage(service.env.serverUrl, error, await portalLook(service, portal));
}

/** A wrong password, or too many of them, on the form. */
export function wrongPassword(
  service: Service,
  portal: PortalFacts,
  to: string,
  error: ApiError,
): Promise<Answer> {
  const detail = error.detail as { retryAfterSeconds?: number } | undefined;
  const seconds = detail?.retryAfterSeconds;
  return portalPasswordPage(service, portal, {
    to,
    status: error.status,
    wrong: error.message,
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
  });
}

/** The link of an approved request opens the portal and is then removed from the address. */
async function enterByKey({ service, request }: Context, slug: string): Promise<Answer | null> {
  const key = request.url.searchParams.get('key');
  if (key === null) return null;
  const portal = await portalAt(service, slug);
  const id = await requestOfKey(service, portal.id, key);
  if (id === null) return null;
  return redirectTo(request.url.pathname, { 'set-cookie': passCookie(service, portal, { request: id }) });
}

/** `?preview=partners` shows the portal to someone who manages it as partners see it, until `?preview=off`. */
async function enterPreview(context: Context, slug: string): Promise<Answer | null> {
  const asked = context.request.url.searchParams.get('preview');
  if (asked === null) return null;
  const portal = await anyPortalAt(context.service, slug);
  if (!(await mayPreview(context, portal))) return null;
  return redirectTo(homeOf(portal), {
    'set-cookie': previewCookie(context.service.env.serverUrl, portal, asked),
  });
}

/** Renders a page for visitors with access; everyone else gets the sign-in page. */
export async function pageForVisitor(
  context: Context,
  slug: string,
  draw: (portal: EnteredPortal) => Promise<Answer>,
): Promise<Answer> {
  try {
    const entered = (await enterByKey(context, slug)) ?? (await enterPreview(context, slug));
    return entered ?? (await draw(await enterPortal(context, slug)));
  } catch (error) {
    return refusedAt(context, slug, error);
  }
}
