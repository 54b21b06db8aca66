import type { AnyOperation } from '../../src/core/operation.ts';
import { listSiteDomains } from './list-site-domains.ts';
import { createSiteDomain } from './create-site-domain.ts';
import { checkSiteDomain } from './check-site-domain.ts';
import { deleteSiteDomain } from './delete-site-domain.ts';
import { listPortalDomains } from './list-portal-domains.ts';
import { createPortalDomain } from './create-portal-domain.ts';
import { checkPortalDomain } from './check-portal-domain.ts';
import { deletePortalDomain } from './delete-portal-domain.ts';
import { checkDomain } from './check-domain.ts';

export const domainOperations: readonly AnyOperation[] = [
  listSiteDomains,
  createSiteDomain,
  checkSiteDomain,
  deleteSiteDomain,
  listPortalDomains,
  createPortalDomain,
  checkPortalDomain,
  deletePortalDomain,
  checkDomain,
];
