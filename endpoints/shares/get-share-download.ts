import { defineOperation } from '../../src/core/operation.ts';
import { shareDownload } from '../../src/shares/download.ts';
import { openShare } from '../../src/shares/open-share.ts';
import { refusedPage } from '../../src/shares/refused-page.ts';
import { zipAnswer } from '../assets/delivery/zip-answer.ts';
import { tokenPath } from './schemas.ts';

export const getShareDownload = defineOperation({
  name: 'get_share_download',
  http: {
    route: 'GET /s/{token}/download',
    tag: 'shares',
    produces: 'application/zip',
  },
  summary: 'Download everything that a share link shows as a streamed zip',
  description:
    'Contains the originals that may be used now, up to 2000, and their usage rights as a text file. If the link has a password, send it as X-Share-Password, or the cookie of its page.',
  access: {
    scope: 'public',
  },
  input: { path: tokenPath },
  errors: ['not_found', 'gone', 'password', 'rate_limited', 'forbidden', 'conflict', 'unavailable'],
  run: async ({ service, request }, { path }) => {
    try {
      const share = await openShare(service, path.token, request);
      const { zip, name } = await shareDownload(service, share);
      return zipAnswer(zip, name);
    } catch (error) {
      return refusedPage(service, request, path.token, error);
    }
  },
});
