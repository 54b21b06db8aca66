export const trash = {
  intro:
    'Gelöschte Assets sind nirgends mehr in Gebrauch und lassen sich unverändert wiederherstellen. Zurück zur <link>Bibliothek</link>.',
  introFor_one:
    'Gelöschte Assets sind nirgends mehr in Gebrauch und lassen sich {{count}} Tag lang unverändert wiederherstellen. Zurück zur <link>Bibliothek</link>.',
  introFor_other:
    'Gelöschte Assets sind nirgends mehr in Gebrauch und lassen sich {{count}} Tage lang unverändert wiederherstellen. Zurück zur <link>Bibliothek</link>.',
  empty: 'Der Papierkorb ist leer.',
  list: 'Gelöschte Assets',
  deleted: 'Gelöscht {{ago}}',
  deletedUntil: 'Gelöscht {{ago}}, wird am {{date}} endgültig entfernt',
  restoreOne: '{{name}} wiederherstellen',
  restoreSome_one: '{{count}} Asset wiederherstellen',
  restoreSome_other: '{{count}} Assets wiederherstellen',
  restored_one: '{{count}} Asset wiederhergestellt',
  restored_other: '{{count}} Assets wiederhergestellt',
  failed_one: '{{count}} Asset konnte nicht wiederhergestellt werden',
  failed_other: '{{count}} Assets konnten nicht wiederhergestellt werden',
  selection: 'Auswahl',
  selectAll: 'Alle angezeigten auswählen',
  showMore_one: 'Mehr von {{count}} Asset anzeigen',
  showMore_other: 'Mehr von {{count}} Assets anzeigen',
};
