export const sharing = {
  visibilitySaved: 'Sichtbarkeit gespeichert.',
  public: 'Öffentlich',
  password: 'Mit Passwort geschützt',
  members: 'Mitglieder: wer diesen Arbeitsbereich lesen darf',
  whoCanVisit: 'Wer es besuchen darf',
  visibility: 'Sichtbarkeit',
  newPasswordHint:
    'Ein neues Passwort meldet alle ab, die das alte verwendet haben. Leer lassen, um das aktuelle Passwort zu behalten.',
  saveVisibility: 'Sichtbarkeit speichern',
  previousOfSite: 'Leer lassen, um das vorige Passwort der Website zu verwenden.',
  previousOfPortal: 'Leer lassen, um das vorige Passwort des Portals zu verwenden.',
};
