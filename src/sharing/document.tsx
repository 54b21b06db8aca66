// Pages for people outside as responses: rendered on the server, so that everyone can read them without
// scripts and the policy can forbid everything else. No requests to other hosts.
import { createHash } from 'node:crypto';
import type { ReactElement, ReactNode } from 'react';
import { miningHeaders, reservationOf, type Mining } from '../assets/mining.ts';
import { Answer } from '../core/operation.ts';
import { isApiError, notFoundTexts, statusOfCode } from '../core/errors.ts';
import { plainLook, propertiesOf, type Look } from './look.ts';
import { markAddress } from './mark.ts';
import { styles } from './styles.ts';

export interface PageHead {
  /**
   * This server's URL: its addresses are written as paths, so that a page works under another name of the
   * server too.
   */
  serverUrl: string;
  title: string;
  description?: string | null;
  look: Look;
  /** The browser tab's icon, on this server. Default: the built-in mark. */
  icon?: string | null;
  /** True if search engines may list it. */
  indexed?: boolean;
  /** Whether machines may learn from it; null: nobody has said. */
  mining?: Mining | null;
  /** A feed of what is new there. */
  feed?: { title: string; url: string };
  /** Style rules beyond those of every page. */
  moreStyles?: string;
  /** `@font-face` rules for fonts of this server. */
  fonts?: string;
  /** True for a page embedded in another: its links open beside it. */
  opensElsewhere?: boolean;
  /** The page's one script, as `npm run generate` bundles it. The page works without it, and it requests nothing unless it `sends`. */
  script?: string;
  /** True if the script sends what is entered to this server. */
  sends?: boolean;
}

export interface Page extends PageHead {
  body: ReactNode;
}

export interface PageAnswer extends Page {
  status?: number;
  headers?: Record<string, string | string[]>;
}

/** The CSP source of an inline style sheet or script (CSP level 3, 2.3.1). */
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const hashes = new Map<string, string>();

/**
 * Caches the few sheets and scripts that all pages share. Those with fonts aren't cached: their URLs are signed anew
 * every ten minutes.
 */
function sourceOf(text: string): string {
  let known = hashes.get(text);
  if (known === undefined) {
    known = hashOf(text);
    hashes.set(text, known);
  }
  return known;
}

/**
 * The policy of a page: images, video and audio of this server, its own style sheet and script, and forms to
 * this server. Style attributes hold the brand's colors; they can't load anything that the other directives
 * forbid.
 */
function policyOf(css: string, fonts: string, script: string, sends: boolean): string {
  return [
    `default-src 'none'`,
    `img-src 'self' data:`, // the built-in mark
    `media-src 'self'`,
    ...(fonts === '' ? [] : [`font-src 'self'`]),
    `style-src ${sourceOf(css)}${fonts === '' ? '' : ` ${hashOf(fonts)}`}`,
    `style-src-attr 'unsafe-inline'`,
    ...(script === '' ? [] : [`script-src ${sourceOf(script)}`]),
    ...(sends ? [`connect-src 'self'`] : []),
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');
}

/** A script that can't close its element. */
const inlined = (script = ''): string => script.replaceAll('</', String.raw`<\/`);

function Document({ head, css, body }: { head: PageHead; css: string; body: ReactNode }): ReactElement {
  const { title, description, look, icon, indexed = false, mining = null } = head;
  const { feed, fonts = '', opensElsewhere = false } = head;
  const script = inlined(head.script);
  return (
    <html lang="en" style={propertiesOf(look)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {indexed ? null : <meta name="robots" content="noindex" />}
        {mining === null ? null : <meta name="tdm-reservation" content={reservationOf(mining)} />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={look.light.surface} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={look.dark.surface} />
        {description ? <meta name="description" content={description} /> : null}
        {opensElsewhere ? <base target="_blank" /> : null}
        <title>{title}</title>
        <link rel="icon" href={icon ?? markAddress} />
        {feed ? (
          <link rel="alternate" type="application/atom+xml" title={feed.title} href={feed.url} />
        ) : null}
        <style dangerouslySetInnerHTML={{ __html: css }} />
        {fonts === '' ? null : <style dangerouslySetInnerHTML={{ __html: fonts }} />}
      </head>
      <body>
        {body}
        {script === '' ? null : <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

/**
 * Renders a page. React's renderer is imported lazily: Next's bundler must not find it at the top of a file.
 */
export async function pageHtml({ body, ...head }: Page): Promise<{ html: string; css: string }> {
  const { renderToStaticMarkup } = await import('react-dom/server');
  const css = styles + (head.moreStyles ?? '');
  const markup = renderToStaticMarkup(<Document head={head} css={css} body={body} />);
  return { html: `<!doctype html>${markup.replaceAll(`="${head.serverUrl}/`, '="/')}`, css };
}

export async function pageAnswer({ status = 200, headers, ...head }: PageAnswer): Promise<Answer> {
  const { html, css } = await pageHtml(head);
  return new Answer(
    status,
    { kind: 'bytes', bytes: Buffer.from(html) },
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(css, head.fonts ?? '', inlined(head.script), head.sends ?? false),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      ...(head.indexed ? {} : { 'x-robots-tag': 'noindex' }),
      ...miningHeaders(head.mining ?? null),
      ...headers,
    },
  );
}

/** A short page in the middle of the screen: a form, or an error. */
export function shortPage(page: PageAnswer): Promise<Answer> {
  return pageAnswer({
    ...page,
    body: (
      <div className="short-page">
        <main>{page.body}</main>
      </div>
    ),
  });
}

/** True for a browser that displays the response; programs get the JSON envelope. */
export function wantsPage(headers: Headers): boolean {
  return (headers.get('accept') ?? '').includes('text/html');
}

export const redirectTo = (location: string, headers: Record<string, string | string[]> = {}): Answer =>
  new Answer(
    303,
    { kind: 'none' },
    { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers },
  );

const titles: Partial<Record<string, string>> = {
  not_found: notFoundTexts.pageTitle,
  gone: 'This link no longer works',
  rate_limited: 'Too many attempts',
};

/** An error as a page. @throws anything that isn't an ApiError. */
export function refusalPage(
  serverUrl: string,
  error: unknown,
  look: Look = plainLook(null),
): Promise<Answer> {
  if (!isApiError(error)) throw error;
  const detail = error.detail as { retryAfterSeconds?: number } | undefined;
  const status = statusOfCode[error.code];
  const retryAfter = error.code === 'rate_limited' ? 60 : status === 503 ? 5 : null;
  const title = titles[error.code] ?? 'Something went wrong';
  return shortPage({
    serverUrl,
    title,
    look,
    status,
    ...(retryAfter === null
      ? {}
      : { headers: { 'retry-after': String(detail?.retryAfterSeconds ?? retryAfter) } }),
    body: (
      <>
        <h1>{title}</h1>
        <p>{error.message}</p>
      </>
    ),
  });
}

/**
 * The password form. @param action where it is sent. Default: the current page. @param to the page to open.
 */
export function PasswordForm({
  wrong,
  action,
  to,
}: {
  wrong: string | null;
  action?: string;
  to?: string;
}): ReactElement {
  return (
    <form method="post" className="stack" action={action}>
      {to === undefined ? null : <input type="hidden" name="to" value={to} />}
      {wrong === null ? null : (
        <p className="note wrong" role="alert">
          {wrong}
        </p>
      )}
      <div>
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
      </div>
      <button>Open</button>
    </form>
  );
}
