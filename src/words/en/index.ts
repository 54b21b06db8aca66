// The panel's words in English, the source of all other languages: one file per part.
import { access } from './access.ts';
import { accessReport } from './access-report.ts';
import { agents } from './agents.ts';
import { brands } from './brands.ts';
import { client } from './client.ts';
import { comments } from './comments.ts';
import { events } from './events.ts';
import { fields } from './fields.ts';
import { identity } from './identity.ts';
import { language } from './language.ts';
import { menu } from './menu.ts';
import { options } from './options.ts';
import { portals } from './portals.ts';
import { properties } from './properties.ts';
import { review } from './review.ts';
import { settings } from './settings.ts';
import { shares } from './shares.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { sites } from './sites.ts';
import { ui } from './ui.ts';

export const en = {
  access,
  accessReport,
  agents,
  brands,
  client,
  comments,
  events,
  fields,
  identity,
  language,
  menu,
  options,
  portals,
  properties,
  review,
  settings,
  shares,
  sharing,
  shell,
  sites,
  ui,
} as const;
