// The pages for visitors without access to a portal: password, sign-in, access request. Every other page goes
// through `behindDoor`.
import type { ReactNode } from 'react';
import type { Answer, Context } from '../../core/operation.ts';
import { isApiError, referenceOf, type ApiError } from '../../core/errors.ts';
import type { Service } from '../../core/service.ts';
import { PasswordForm, redirectTo, refusalPage, shortPage, wantsPage } from '../../sharing/document.tsx';
import {
  enterPortal,
  passCookie,
  portalAt,
  requestOfKey,
  type EnteredPortal,
  type PortalFacts,
} from '../visibility.ts';
import { signInTheme } from '../theme.ts';
import { portalLook, homeOf, iconOf, viewOf } from './shell.tsx';

interface SignInPage {
  title: string;
  status: number;
  headers?: Record<string, string>;
  body: ReactNode;
}

/** A short page in the portal's look that shows only its name and logo. */
async function entryPage(
  service: Service,
  portal: PortalFacts,
  { title, status, headers = {}, body }: SignInPage,
): Promise<Answer> {
  const [look, branding] = await Promise.all([portalLook(service, portal), signInTheme(service, portal)]);
  return shortPage({
    serverUrl: service.env.serverUrl,
    title,
    status,
    headers,
    look,
    icon: iconOf(branding),
    body: (
      <>
        {branding.logo === '' ? null : <img className="mark" src={branding.logo} alt="" />}
        {body}
      </>
    ),
  });
}

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
  const signIn = `/admin/login?${new URLSearchParams({ redirect: to })}`;
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

/** The access request form. */
export function askPage(
  service: Service,
  portal: PortalFacts,
  {
    status = 200,
    sent = false,
    wrong = null,
  }: { status?: number; sent?: boolean; wrong?: string | null } = {},
): Promise<Answer> {
  return entryPage(service, portal, {
    title: `Request access: ${portal.name}`,
    status,
    body: sent ? (
      <>
        <h1>Thank you</h1>
        <p className="note" role="status">
          Your request was sent to the people who manage {portal.name}. If they approve it, you’ll get your
          own link.
        </p>
      </>
    ) : (
      <>
        <h1>Request access</h1>
        <p className="quiet">To {portal.name}. You’ll get your own link once your request is approved.</p>
        <form method="post" className="stack" action={viewOf(portal, 'access')}>
          {wrong === null ? null : (
            <p className="note wrong" role="alert">
              {wrong}
            </p>
          )}
          <div>
            <label htmlFor="email">Your e-mail address</label>
            <input id="email" name="email" type="email" autoComplete="email" maxLength={254} required />
          </div>
          <div>
            <label htmlFor="name">Your name</label>
            <input id="name" name="name" autoComplete="name" maxLength={200} />
          </div>
          <div>
            <label htmlFor="note">What you need it for</label>
            <textarea id="note" name="note" rows={4} maxLength={2000} />
          </div>
          <button>Send request</button>
        </form>
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

/** Renders a page for visitors with access; everyone else gets the sign-in page. */
export async function pageForVisitor(
  context: Context,
  slug: string,
  draw: (portal: EnteredPortal) => Promise<Answer>,
): Promise<Answer> {
  try {
    const entered = await enterByKey(context, slug);
    return entered ?? (await draw(await enterPortal(context, slug)));
  } catch (error) {
    return refusedAt(context, slug, error);
  }
}
