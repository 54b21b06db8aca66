// The panel's words in German. docs/words.md has the glossary.
import type { en } from '../en/index.ts';
import type { TranslationOf } from '../keys.ts';
import { access } from './access.ts';
import { accessReport } from './access-report.ts';
import { agents } from './agents.ts';
import { client } from './client.ts';
import { comments } from './comments.ts';
import { events } from './events.ts';
import { fields } from './fields.ts';
import { identity } from './identity.ts';
import { language } from './language.ts';
import { menu } from './menu.ts';
import { portals } from './portals.ts';
import { review } from './review.ts';
import { settings } from './settings.ts';
import { shares } from './shares.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { sites } from './sites.ts';
import { ui } from './ui.ts';

export const de = {
  access,
  accessReport,
  agents,
  client,
  comments,
  events,
  fields,
  identity,
  language,
  menu,
  portals,
  review,
  settings,
  shares,
  sharing,
  shell,
  sites,
  ui,
} satisfies TranslationOf<typeof en>;
