import { z } from 'zod';
import { Answer, defineOperation, type RequestFacts } from '../../src/core/operation.ts';
import { appPeople } from '../../src/core/access/app-people.ts';
import { openAppSession } from '../../src/core/access/sign-in/sessions.ts';
import { ApiError } from '../../src/core/errors.ts';
import { panelUrl } from '../../src/core/panel-address.ts';
import {
  handOver,
  originAsked,
  pathWithin,
  sessionMayRead,
  siteVisibility,
} from '../../src/sites/visibility.ts';
import { wantsPage } from '../../src/sharing/document.tsx';
import { nothingHere, passwordPage } from '../../src/sites/pages.ts';

const redirect = (to: string): Answer =>
  new Answer(
    302,
    { kind: 'none' },
    { location: to, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  );

function notHere({ headers }: RequestFacts): Answer {
  if (wantsPage(headers)) return nothingHere();
  throw new ApiError('not_found', "Site not found, or you don't have access.");
}

export const enterSite = defineOperation({
  name: 'enter_site',
  http: {
    route: 'GET /api/auth/site',
    tag: 'sites',
    also: { 204: 'For scripts', 302: 'To the site, or to the sign-in page' },
    produces: 'text/html',
  },
  summary: "Authorize a visitor of a site that isn't public",
  description:
    "Sites send unknown visitors here. Asks for the password, or for a session that can read the workspace, and redirects to the site's own host with a single-use code that is valid for one minute.",
  access: {
    scope: 'public',
  },
  input: {
    query: z.object({
      site: z.string().max(200),
      to: z.string().max(4000).default('/'),
      host: z
        .string()
        .max(300)
        .default('')
        .describe('The custom domain of the site that the visitor comes from'),
    }),
  },
  run: async ({ service, caller, db, request }, { query }) => {
    // The panel's router prefetches pages in the background, but the redirect is meant for the browser
    // itself. Told that this isn't a page of the panel, the browser navigates here.
    if (request.headers.get('sec-fetch-dest') === 'empty')
      return new Answer(204, { kind: 'none' }, { 'cache-control': 'no-store' });
    const site = await siteVisibility(db, query.site);
    if (!site) return notHere(request);
    const { host } = query;
    const origin = await originAsked(service, db, site, host);
    const to = pathWithin(origin, query.to);
    if (site.access === 'public') return redirect(`${origin}${to}`);
    if (site.access === 'password') return passwordPage(200, site, { to, origin, host }, null);
    if (caller.kind !== 'person') {
      const asked = new URLSearchParams({ site: site.slug, to });
      if (host !== '') asked.set('host', host);
      const back = `/api/auth/site?${asked}`;
      return redirect(panelUrl(service, `/login?${new URLSearchParams({ redirect: back })}`));
    }
    const { id: userId, sessionId } = caller;
    const session = {
      userId,
      sessionId: appPeople() ? await openAppSession(db, userId, sessionId) : sessionId,
    };
    if (!(await sessionMayRead(db, site.id, session))) return notHere(request);
    return redirect(await handOver(service, site, session, { origin, to }));
  },
});
