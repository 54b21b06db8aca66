import type { AnyOperation } from '../../src/core/operation.ts';
import { listSites } from './list-sites.ts';
import { createSite } from './create-site.ts';
import { getSite } from './get-site.ts';
import { updateSite } from './update-site.ts';
import { deleteSite } from './delete-site.ts';
import { listDeployments } from './list-deployments.ts';
import { createDeployment } from './create-deployment.ts';
import { getDeployment } from './get-deployment.ts';
import { cancelDeployment } from './cancel-deployment.ts';
import { listPreviews } from './list-previews.ts';
import { deleteMount } from './delete-mount.ts';
import { restoreDeployment } from './restore-deployment.ts';
import { enterSite } from './enter-site.ts';
import { sendSitePassword } from './send-site-password.ts';

export const siteOperations: readonly AnyOperation[] = [
  listSites,
  createSite,
  getSite,
  updateSite,
  deleteSite,
  listDeployments,
  createDeployment,
  getDeployment,
  cancelDeployment,
  restoreDeployment,
  listPreviews,
  deleteMount,
  enterSite,
  sendSitePassword,
];
