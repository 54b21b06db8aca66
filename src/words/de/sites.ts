export const sites = {
  checking: 'Wird geprüft',
  live: 'Live',
  replaced: 'Ersetzt',
  failed: 'Fehlgeschlagen',
  restore: 'Wiederherstellen',
  path: 'Pfad',
  chooseZip: 'Zip wählen',
  deploy: 'Bereitstellen',
  deployHint:
    'Ziehen Sie das Ergebnis Ihres Builds als ein Zip irgendwo auf diese Seite oder wählen Sie es aus. Es geht live, sobald jede Datei geprüft ist.',
  noDeployments: 'Noch keine Bereitstellungen.',
  deployments: 'Bereitstellungen',
  title: 'Websites',
  files_one: '{{count}} Datei, {{size}}',
  files_other: '{{count}} Dateien, {{size}}',
};
