import { postedForm, readFormFields } from '../../src/core/pipeline/form.ts';
import { Answer, defineOperation } from '../../src/core/operation.ts';
import { isApiError, ApiError } from '../../src/core/errors.ts';
import { passwordOpens } from '../../src/sharing/passwords.ts';
import { handOver, originAsked, pathWithin, siteVisibility } from '../../src/sites/visibility.ts';
import { wantsPage } from '../../src/sharing/document.tsx';
import { nothingHere, passwordPage } from '../../src/sites/pages.ts';

const wrong = 'Wrong password. Check it, or ask for it again.';

export const sendSitePassword = defineOperation({
  name: 'send_site_password',
  http: {
    ...postedForm,
    route: 'POST /api/auth/site',
    tag: 'sites',
    also: { 303: 'To the site, with a code that it exchanges for its cookie' },
  },
  summary: 'Open a site with its password',
  description:
    'The form of the page at the same address: site, to, host and password. After ten wrong passwords from one address, or 200 in total, the form is blocked for the rest of a ten-minute window.',
  access: {
    scope: 'public',
  },
  readOnly: true,
  errors: ['password', 'rate_limited', 'too_large'],
  run: async ({ service, request, db }) => {
    const form = await readFormFields(request.body);
    const slug = form.get('site') ?? '';
    const site = slug.includes('\0') ? null : await siteVisibility(db, slug);
    const isPage = wantsPage(request.headers);
    if (site?.access !== 'password') {
      if (isPage) return nothingHere();
      throw new ApiError('not_found', 'No password-protected site found at this address.');
    }
    const host = form.get('host') ?? '';
    const origin = await originAsked(service, db, site, host);
    const to = pathWithin(origin, form.get('to') ?? '/');
    const at = { to, origin, host };
    try {
      const version = await passwordOpens(
        service.db,
        { kind: 'site', id: site.id },
        form.get('password') ?? '',
        request.address,
      );
      if (version === null) {
        if (!isPage) throw new ApiError('password', wrong);
        return passwordPage(401, site, at, wrong);
      }
      const location = await handOver(service, site, { version }, { origin, to });
      return new Answer(
        303,
        { kind: 'none' },
        { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      );
    } catch (error) {
      if (!isPage || !isApiError(error) || error.code !== 'rate_limited') throw error;
      const { retryAfterSeconds } = error.detail as { retryAfterSeconds: number };
      return passwordPage(429, site, at, error.message, { 'retry-after': String(retryAfterSeconds) });
    }
  },
});
