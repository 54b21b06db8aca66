export const merge = {
  kept: 'Ihre nicht gespeicherten Änderungen ({{ago}}) sind wieder da.',
  discard: 'Verwerfen',
  yours: 'Ihre Fassung',
  theirs: 'Die andere Fassung',
  somebodyElse: 'Jemand anderes',
  changedToo: 'Auch geändert von: {{who}}',
  conflicts: 'Sie haben beide dasselbe geändert. Wählen Sie, was gilt; vorher wird nichts gespeichert.',
  noConflicts: 'Sie haben Verschiedenes geändert, beides kann also bleiben.',
  byOne: 'Von einer Seite geändert ({{count}})',
  notNow: 'Nicht jetzt',
  listed: '{{name}}: {{value}}',
};
