import type { AnyOperation } from '../../src/core/operation.ts';
import { listPortals } from './list-portals.ts';
import { createPortal } from './create-portal.ts';
import { getPortal } from './get-portal.ts';
import { updatePortal } from './update-portal.ts';
import { deletePortal } from './delete-portal.ts';
import { closePortal } from './close-portal.ts';
import { listPortalRequests } from './list-portal-requests.ts';
import { decidePortalRequest } from './decide-portal-request.ts';
import { readPortal } from './read-portal.ts';
import { readPortalPage } from './read-portal-page.ts';
import { searchPortal } from './search-portal.ts';
import { listPortalUpdates } from './list-portal-updates.ts';
import { createPortalRequest } from './create-portal-request.ts';
import { getPortalLlmsText } from './get-portal-llms-text.ts';
import { getPortalBrandJson } from './get-portal-brand-json.ts';
import { getPortalHome } from './get-portal-home.ts';
import { sendPortalPassword } from './send-portal-password.ts';
import { sendPortalRequest } from './send-portal-request.ts';
import { downloadPortalFiles } from './download-portal-files.ts';
import { getPortalView } from './get-portal-view.ts';
import { getPortalFeed } from './get-portal-feed.ts';
import { getPortalPrint } from './get-portal-print.ts';
import { getPortalBrand } from './get-portal-brand.ts';
import { getPortalBrandPage } from './get-portal-brand-page.ts';

export const portalOperations: readonly AnyOperation[] = [
  listPortals,
  createPortal,
  getPortal,
  updatePortal,
  deletePortal,
  closePortal,
  listPortalRequests,
  decidePortalRequest,
  readPortal,
  readPortalPage,
  searchPortal,
  listPortalUpdates,
  createPortalRequest,
  getPortalLlmsText,
  getPortalBrandJson,
  getPortalHome,
  sendPortalPassword,
  sendPortalRequest,
  downloadPortalFiles,
  getPortalView,
  getPortalFeed,
  getPortalPrint,
  getPortalBrand,
  getPortalBrandPage,
];
