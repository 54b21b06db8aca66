import { defineOperation } from '../../src/core/operation.ts';
import { DownloadQuery, portalDownload } from '../../src/portals/downloads.ts';
import { pageForVisitor } from '../../src/portals/pages/sign-in.tsx';
import { zipAnswer } from '../assets/delivery/zip-answer.ts';
import { visitorErrors, slugPath } from './schemas.ts';

export const downloadPortalFiles = defineOperation({
  name: 'download_portal_files',
  http: {
    route: 'GET /p/{slug}/-/download',
    tag: 'portals',
    produces: 'application/zip',
  },
  summary: "Download the files of a portal's page, section or collection as a streamed zip",
  description:
    'Contains the originals that may be used now, up to 2000, and their usage rights as a text file. Open to anyone who can open the page. If a file is missing, the call fails before a byte is sent.',
  access: {
    scope: 'public',
  },
  input: { path: slugPath, query: DownloadQuery },
  errors: [...visitorErrors, 'conflict', 'unavailable'],
  run: (context, { path, query }) =>
    pageForVisitor(context, path.slug, async (portal) => {
      const { zip, name } = await portalDownload(context, portal, query);
      return zipAnswer(zip, name);
    }),
});
