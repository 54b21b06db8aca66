// The panel's words in English, the source of all other languages: one file per part.
import { access } from './access.ts';
import { accessReport } from './access-report.ts';
import { agents } from './agents.ts';
import { client } from './client.ts';
import { comments } from './comments.ts';
import { events } from './events.ts';
import { fields } from './fields.ts';
import { identity } from './identity.ts';
import { language } from './language.ts';
import { review } from './review.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { ui } from './ui.ts';

export const en = {
  access,
  accessReport,
  agents,
  client,
  comments,
  events,
  fields,
  identity,
  language,
  review,
  settings,
  shell,
  ui,
} as const;
