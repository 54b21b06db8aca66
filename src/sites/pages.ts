// The pages that Marque itself shows in place of a site: not found, and the password form.
import { notFoundTexts } from '../core/errors.ts';
import { Answer } from '../core/operation.ts';
import { markAddress } from '../sharing/mark.ts';

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0;min-height:100vh;display:grid;place-items:center}
main{width:min(22rem,calc(100vw - 3rem))}h1{font-size:1.3rem;margin:0 0 .5rem}p{margin:.5rem 0}label{display:block;margin:1rem 0 .3rem}
input,button{font:inherit;box-sizing:border-box;width:100%;padding:.6rem .75rem;border-radius:.4rem;border:1px solid #8888}
button{margin-top:.75rem;background:#4338ca;color:#fff;border:0;cursor:pointer}.wrong{color:#b91c1c}@media(prefers-color-scheme:dark){.wrong{color:#fca5a5}}`;

/** @param formTo origins that the form's response may redirect to. */
export function htmlPage(
  status: number,
  title: string,
  body: string,
  { formTo = '', headers = {} }: { formTo?: string; headers?: Record<string, string> } = {},
): Answer {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title><link rel="icon" href="${markAddress}"><style>${style}</style><main><h1>${escaped(title)}</h1>${body}</main></html>`;
  return new Answer(
    status,
    { kind: 'bytes', bytes: Buffer.from(html) },
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action ${formTo ? `'self' ${formTo}` : "'none'"}; frame-ancestors 'none'; base-uri 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      ...headers,
    },
  );
}

export const nothingHere = (): Answer =>
  htmlPage(404, notFoundTexts.pageTitle, `<p>${notFoundTexts.pageAdvice}</p>`);

/** The password form of a site. It leads to a path of an origin; `host` is the custom domain that the visitor comes from, or ''. */
export function passwordPage(
  status: number,
  site: { slug: string; name: string },
  { to, origin, host }: { to: string; origin: string; host: string },
  wrong: string | null,
  headers: Record<string, string> = {},
): Answer {
  const note = wrong === null ? '' : `<p class="wrong" role="alert">${escaped(wrong)}</p>`;
  return htmlPage(
    status,
    site.name,
    `${note}<form method="post" action="/api/auth/site"><input type="hidden" name="site" value="${escaped(site.slug)}"><input type="hidden" name="to" value="${escaped(to)}">${host === '' ? '' : `<input type="hidden" name="host" value="${escaped(host)}">`}<label for="password">Password</label><input id="password" name="password" type="password" autocomplete="current-password" required autofocus><button>Open</button></form>`,
    { formTo: origin, headers },
  );
}
