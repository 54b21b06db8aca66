export const searches = {
  title: 'Gespeicherte Suchen',
  save: 'Suche speichern',
  saveHint: 'Alle im Arbeitsbereich können sie öffnen. Sie zeigt, was dann gerade passt, sortiert wie jetzt.',
  saved: '„{{name}}“ für alle im Arbeitsbereich gespeichert',
  savedBy: 'Gespeichert von {{name}}',
  deleteOne: '„{{name}}“ löschen',
};
