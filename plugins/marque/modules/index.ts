// The modules of Marque. Each may know those before it; a workspace's contents are removed, and expired things swept, in the opposite
// order. Leave a line out, and everything else works without that part.
import type { Module } from '../../../src/core/module.ts';
import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { accessReport } from './access-report.ts';
import { assets } from './assets.ts';
import { brands } from './brands.ts';
import { comments } from './comments.ts';
import { domains } from './domains.ts';
import { events } from './events.ts';
import { fields } from './fields.ts';
import { identity } from './identity.ts';
import { mail } from './mail.ts';
import { media } from './media.ts';
import { portals } from './portals.ts';
import { review } from './review.ts';
import { service } from './service.ts';
import { settings } from './settings.ts';
import { shares } from './shares.ts';
import { sites } from './sites.ts';
import { usageRights } from './usage-rights.ts';
import { uses } from './uses.ts';
import { webhooks } from './webhooks.ts';

export const modules: readonly Module[] = [
  service,
  events,
  access,
  identity,
  accounts,
  settings,
  mail,
  fields,
  assets,
  media,
  comments,
  brands,
  usageRights,
  review,
  sites,
  portals,
  domains,
  shares,
  uses,
  accessReport,
  webhooks,
];
