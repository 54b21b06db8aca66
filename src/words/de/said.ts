// What the API says in English and views show as it comes: by the English sentence, with its placeholders. English has no such part.
// `{{words}}` stands for a part that is translated as well, every other placeholder for a name.
import { saidOfErrors } from './said-errors.ts';
import { saidOfPreviews } from './said-previews.ts';
import { saidOfSettings } from './said-settings.ts';

export const said = {
  ...saidOfErrors,
  ...saidOfPreviews,
  ...saidOfSettings,

  // Why somebody can reach something: src/access-report/, and `waysIn` of modules.
  'Organization {{name}}': 'Organisation {{name}}',
  'organization {{name}}': 'Organisation {{name}}',
  'Workspace {{name}}': 'Arbeitsbereich {{name}}',
  'workspace {{name}}': 'Arbeitsbereich {{name}}',
  'Brand {{name}}': 'Marke {{name}}',
  'brand {{name}}': 'Marke {{name}}',
  'Collection {{name}}': 'Sammlung {{name}}',
  'collection {{name}}': 'Sammlung {{name}}',
  "A collection that you can't see": 'Eine Sammlung, die Sie nicht sehen können',
  "a collection that you can't see": 'eine Sammlung, die Sie nicht sehen können',
  'Directly on this {{kind}}': 'Direkt hierfür',
  'Group {{group}}, on this {{kind}}': 'Gruppe {{group}}, direkt hierfür',
  'Group {{group}}, on {{words}}': 'Gruppe {{group}}, für: {{words}}',
  'Key of workspace {{name}}': 'Schlüssel des Arbeitsbereichs {{name}}',
  'Key of {{owner}}: {{words}}': 'Schlüssel von {{owner}}: {{words}}',
  'Public address': 'Öffentliche Adresse',
  'Public site': 'Öffentliche Website',
  'Site password': 'Passwort der Website',
  'Public portal': 'Öffentliches Portal',
  'Portal password': 'Passwort des Portals',
  'Approved request': 'Genehmigte Anfrage',
  'Public portal {{name}}': 'Öffentliches Portal {{name}}',
  'Sign-in page of portal {{name}}': 'Anmeldeseite des Portals {{name}}',
  'Password of portal {{name}}': 'Passwort des Portals {{name}}',
  'Approved request at portal {{name}}': 'Genehmigte Anfrage beim Portal {{name}}',
  'Share link': 'Freigabelink',
  'Share link, with a password': 'Freigabelink, mit Passwort',
  'Share link of a collection it is in': 'Freigabelink einer Sammlung, in der es ist',
  'Share link of a collection it is in, with a password':
    'Freigabelink einer Sammlung, in der es ist, mit Passwort',
  'A guest': 'Ein Gast',
  'Review link': 'Link zum Kommentieren',
  'Review link, with a password': 'Link zum Kommentieren, mit Passwort',
  'Review link of a collection it is in': 'Link zum Kommentieren einer Sammlung, in der es ist',
  'Review link of a collection it is in, with a password':
    'Link zum Kommentieren einer Sammlung, in der es ist, mit Passwort',
  'Somebody with the link': 'Jemand mit dem Link',
};
