import { z } from 'zod';
import { defineOperation } from '../../src/core/operation.ts';
import { DeploymentPreview, previewsOf } from '../../src/sites/previews.ts';
import { onSite, sitePath } from './schemas.ts';

export const listPreviews = defineOperation({
  name: 'list_previews',
  http: {
    route: 'GET /api/v1/sites/{id}/previews',
    tag: 'sites',
  },
  summary: "List the preview addresses of a site's deployments, newest first",
  description:
    'One for each deployment that is live or was replaced, with the number of rules found in its build. People who can read the workspace can open a preview; with the setting sites.previews, everyone can if the site is public.',
  access: {
    scope: 'write',
    target: onSite,
  },
  input: { path: sitePath },
  output: z.object({ data: z.array(DeploymentPreview) }),
  run: async ({ db, service }, { path }) => ({ data: await previewsOf(db, path.id, service.env) }),
});
