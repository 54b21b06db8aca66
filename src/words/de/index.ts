// The panel's words in German. docs/words.md has the glossary.
import type { Phrases } from '../../lib/phrases.ts';
import type { en } from '../en/index.ts';
import type { TranslationOf } from '../keys.ts';
import { access } from './access.ts';
import { accessReport } from './access-report.ts';
import { agents } from './agents.ts';
import { brands } from './brands.ts';
import { assetWords } from './assets/index.ts';
import { client } from './client.ts';
import { comments } from './comments.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { fields } from './fields.ts';
import { git } from './git.ts';
import { identity } from './identity.ts';
import { language } from './language.ts';
import { menu } from './menu.ts';
import { options } from './options.ts';
import { pages } from './pages.ts';
import { merge } from './merge.ts';
import { portals } from './portals.ts';
import { properties } from './properties.ts';
import { publishing } from './publishing.ts';
import { records } from './records.ts';
import { review } from './review.ts';
import { rules } from './rules.ts';
import { said } from './said.ts';
import { settings } from './settings.ts';
import { stages } from './stages.ts';
import { shares } from './shares.ts';
import { sharing } from './sharing.ts';
import { shell } from './shell.ts';
import { sites } from './sites.ts';
import { theme } from './theme.ts';
import { ui } from './ui.ts';

export const de = {
  access,
  accessReport,
  agents,
  brands,
  ...assetWords,
  client,
  comments,
  errors,
  events,
  fields,
  git,
  identity,
  language,
  menu,
  options,
  pages,
  merge,
  portals,
  properties,
  publishing,
  records,
  review,
  rules,
  said,
  settings,
  stages,
  shares,
  sharing,
  shell,
  sites,
  theme,
  ui,
} satisfies TranslationOf<typeof en> & { said: Phrases };
