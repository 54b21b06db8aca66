// Messages of the API and of Payload's forms about what was entered, in German: by the English they come in.
export const saidOfErrors = {
  'Unknown property.': 'Diese Eigenschaft gibt es hier nicht.',
  'Missing. Expected {{type}}.': 'Fehlt.',
  'Invalid input: expected {{type}}, received {{other}}': 'Das ist keine gültige Eingabe.',
  'Invalid input': 'Das ist keine gültige Eingabe.',
  'Invalid option: expected one of {{options}}': 'Möglich sind: {{options}}.',
  'Invalid email address': 'Das ist keine E-Mail-Adresse.',
  'Invalid URL': 'Das ist keine Adresse.',
  'This isn’t an ID. Send the UUID of a record, as lists and searches return it.':
    'Das ist keine ID. Gebraucht wird die UUID eines Eintrags, wie Listen und Suchen sie liefern.',
  'Invalid ISO date': 'Das ist kein Datum wie 2026-12-31.',
  'Too big: expected string to have <={{count}} characters': 'Zu lang: höchstens {{count}} Zeichen.',
  'Too small: expected string to have >=1 characters': 'Das darf nicht leer sein.',
  'Too small: expected string to have >={{count}} characters': 'Zu kurz: mindestens {{count}} Zeichen.',
  'Too big: expected array to have <={{count}} items': 'Zu viele: höchstens {{count}}.',
  'Too small: expected array to have >={{count}} items': 'Zu wenige: mindestens {{count}}.',
  'Too big: expected {{type}} to be <={{count}}': 'Zu groß: höchstens {{count}}.',
  'Too small: expected {{type}} to be >={{count}}': 'Zu klein: mindestens {{count}}.',

  'It was canceled before it went live.': 'Abgebrochen, bevor sie live ging.',
  'This deployment is no longer being checked, so there is nothing to cancel.':
    'Diese Bereitstellung wird nicht mehr geprüft, es gibt also nichts abzubrechen.',

  'Use a single line.': 'Bitte nur eine Zeile.',
  'A host name or address.': 'Ein Hostname oder eine Adresse.',
  'Use an address such as marque@example.com or Marque <marque@example.com>.':
    'Eine Adresse wie marque@example.com oder Marque <marque@example.com>.',
  'A color such as #4f46e5.': 'Eine Farbe wie #4f46e5.',
  'Use the ID of an active image in one of the organization’s workspaces.':
    'Wählen Sie ein aktives Bild aus einem Arbeitsbereich der Organisation.',
  'Paste certificates in PEM form: each begins with -----BEGIN CERTIFICATE-----.':
    'Fügen Sie Zertifikate im PEM-Format ein: Jedes beginnt mit -----BEGIN CERTIFICATE-----.',
  "Certificate {{number}} can't be read.": 'Zertifikat {{number}} ist nicht lesbar.',

  '{{label}} is required before an asset can be active.':
    '{{label}} muss ausgefüllt sein, bevor ein Asset aktiv sein kann.',
  'Give a reason for the rejection. The proposer will see it.':
    'Begründen Sie die Ablehnung. Wer den Vorschlag gemacht hat, sieht die Begründung.',
  "An asset's file can't be replaced. Upload it as a new asset instead.":
    'Die Datei eines Assets lässt sich nicht ersetzen. Laden Sie sie als neues Asset hoch.',
  "You can't see the current cover, so you can't propose another one.":
    'Sie können das aktuelle Titelbild nicht sehen und deshalb kein anderes vorschlagen.',
  "You can't see the collection that this one is in, so you can't propose to move it.":
    'Sie können die Sammlung nicht sehen, in der diese liegt, und deshalb nicht vorschlagen, sie zu verschieben.',
  'Changed since this was proposed: {{parts}}. Review the current state, then accept an edited value that fits it, or reject the proposal.':
    'Seit dem Vorschlag geändert: {{parts}}. Sehen Sie sich den aktuellen Stand an, und nehmen Sie dann einen bearbeiteten Wert an, der dazu passt, oder lehnen Sie den Vorschlag ab.',
  '{{what}} changed since this was proposed. Review the current state, then accept an edited value that fits it, or reject the proposal.':
    'Seit dem Vorschlag hat sich etwas geändert. Sehen Sie sich den aktuellen Stand an, und nehmen Sie dann einen bearbeiteten Wert an, der dazu passt, oder lehnen Sie den Vorschlag ab.',
  'What this changes has changed since it was proposed. Review the current state, then accept an edited value that fits it, or reject the proposal.':
    'Seit dem Vorschlag hat sich etwas geändert. Sehen Sie sich den aktuellen Stand an, und nehmen Sie dann einen bearbeiteten Wert an, der dazu passt, oder lehnen Sie den Vorschlag ab.',
  "This asset isn't in the collection.": 'Dieses Asset ist nicht in der Sammlung.',
  'The default brand is set on the workspace. You need the write scope there; you have {{scope}}.':
    'Die Standardmarke wird für den Arbeitsbereich festgelegt. Ihr Zugriff dort reicht dafür nicht aus.',
  'Send at least one property.': 'Mindestens eine Angabe muss sich ändern.',
  'Asset not found in this workspace.': 'In diesem Arbeitsbereich gibt es dieses Asset nicht.',
  'This asset is a version of the other one already.': 'Dieses Asset ist schon eine Version des anderen.',
  'This asset has versions of its own. Only one without can be added.':
    'Dieses Asset hat eigene Versionen. Nur eines ohne Versionen lässt sich hinzufügen.',
  'This asset is {{status}}. Approve it first, or move it to draft.':
    'Dieses Asset ist noch nicht freigegeben. Geben Sie es zuerst frei, oder machen Sie es zum Entwurf.',
  "An asset can't be a version of itself.": 'Ein Asset kann keine Version von sich selbst sein.',
  '"{{slug}}" is reserved for portals. Choose another slug.':
    '„{{slug}}“ ist für Portale reserviert. Wählen Sie eine andere Adresse.',
  '"{{slug}}" is reserved for the panel. Choose another slug.':
    '„{{slug}}“ ist für das Panel reserviert. Wählen Sie eine andere Adresse.',
  'This time is in the past. Choose a later one.':
    'Dieser Zeitpunkt liegt in der Vergangenheit. Wählen Sie einen späteren.',
  'This link was just revoked.': 'Dieser Link wurde gerade widerrufen.',
  'Brand not found.': 'Diese Marke gibt es nicht.',
  'No rule of this brand uses the context "{{context}}". {{others}}':
    'Keine Regel dieser Marke verwendet den Kontext „{{context}}“.',
  "Brand not found in this workspace, or you don't have access.":
    'In diesem Arbeitsbereich gibt es diese Marke nicht, oder Sie haben keinen Zugriff.',
  'This page has the subpage "{{title}}". Move or delete its subpages first.':
    'Diese Seite hat die Unterseite „{{title}}“. Verschieben oder löschen Sie zuerst die Unterseiten.',
  'A slug must be lowercase letters and digits, joined by dashes.':
    'Eine Adresse besteht aus kleinen Buchstaben und Ziffern, verbunden mit Bindestrichen.',
  'A brand "{{slug}}" already exists in this workspace.':
    'In diesem Arbeitsbereich gibt es schon eine Marke „{{slug}}“.',
  'A workspace needs one default brand. Make another brand the default instead.':
    'Ein Arbeitsbereich braucht eine Standardmarke. Machen Sie stattdessen eine andere zum Standard.',
  'A collection with this name already exists.': 'Es gibt schon eine Sammlung mit diesem Namen.',
  'Use a lowercase letter, then lowercase letters, digits or underscores.':
    'Ein kleiner Buchstabe, danach kleine Buchstaben, Ziffern oder Unterstriche.',
  'A select needs at least one option.': 'Eine Auswahl braucht mindestens eine Option.',
  'Only a select takes options.': 'Nur eine Auswahl hat Optionen.',
  'Options must be unique.': 'Jede Option darf es nur einmal geben.',
  'Choose a file. Files are sent to /api/v1/uploads, not through this form.': 'Wählen Sie eine Datei.',
  'This upload belongs to another workspace.': 'Das wurde in einen anderen Arbeitsbereich hochgeladen.',
  'Nothing is live at {{path}} on this site.': 'Unter {{path}} ist auf dieser Website nichts live.',
  'Must be up to {{count}} lower-case letters and digits, joined by single dashes.':
    'Höchstens {{count}} Kleinbuchstaben und Ziffern, mit einzelnen Bindestrichen dazwischen.',
  'This file is already in the library: {{address}}': 'Diese Datei ist schon in der Bibliothek: {{address}}',
  'Must be a public host name, such as brand.example.com, without https:// and without a path.':
    'Ein öffentlicher Hostname wie brand.example.com, ohne https:// und ohne Pfad.',
  'This is one of the server’s own addresses. Use a domain of your own.':
    'Das ist eine Adresse dieses Servers. Nehmen Sie eine eigene Domain.',
  'Anybody can register names below {{name}}. Use a domain of your own, such as brand.{{other}}.':
    'Namen unter {{name}} kann jeder registrieren. Nehmen Sie eine eigene Domain wie brand.{{other}}.',
  'A site can’t be below {{domain}}, like the server itself: its scripts could reach the server’s cookies. Use another domain, or ask the server admin to set ALLOW_SAME_SITE=1.':
    'Eine Website kann nicht unter {{domain}} liegen wie der Server selbst: Ihre Skripte könnten dessen Cookies erreichen. Nehmen Sie eine andere Domain, oder bitten Sie die Person, die den Server betreibt, ALLOW_SAME_SITE=1 zu setzen.',
  '{{host}} is already added here.': '{{host}} ist hier schon hinzugefügt.',
  '{{host}} belongs to another site or portal on this server. Remove it there first.':
    '{{host}} gehört zu einer anderen Website oder einem anderen Portal auf diesem Server. Entfernen Sie die Domain zuerst dort.',
  'There can be {{count}} domains here. Remove one that isn’t needed.':
    'Hier kann es {{count}} Domains geben. Entfernen Sie eine, die nicht gebraucht wird.',
  'Domain not found here.': 'Diese Domain gibt es hier nicht.',
  'Sign in first.': 'Melden Sie sich zuerst an.',
  'You need the {{scope}} scope on {{what}}; you have {{other}}.': 'Dafür reicht Ihr Zugriff hier nicht aus.',
  'Must be an https:// or http:// URL without a user name and password.':
    'Eine Adresse mit https:// oder http://, ohne Benutzernamen und Passwort.',
  'Must be an event type such as asset.approved, asset.*, or *.':
    'Ein Ereignistyp wie asset.approved, asset.* oder *.',
  'There can be {{count}} webhooks here. Delete one that isn’t needed.':
    'Hier kann es {{count}} Webhooks geben. Löschen Sie einen, der nicht gebraucht wird.',
  'This webhook was just deleted.': 'Dieser Webhook wurde gerade gelöscht.',
  'This URL, or one it redirects to, is not public. {{advice}}':
    'Diese Adresse ist nicht öffentlich. Nehmen Sie eine öffentliche, oder bitten Sie die Person, die den Server betreibt, den Host in FETCH_ALLOW einzutragen.',
  'The host in this URL was not found. Check the spelling.':
    'Der Host dieser Adresse wurde nicht gefunden. Prüfen Sie die Schreibweise.',
  'The host of this URL has no valid certificate. Its owner must fix that.':
    'Der Host dieser Adresse hat kein gültiges Zertifikat.',
  'The URL could not be reached, or the connection broke off. Check it and try again later.':
    'Die Adresse ist nicht erreichbar, oder die Verbindung wurde unterbrochen.',
  "The URL didn't respond in full within {{seconds}} seconds. Try again later.":
    'Von der Adresse kam innerhalb von {{seconds}} Sekunden keine vollständige Antwort.',
  'The URL redirects too often. Use the final URL.':
    'Die Adresse leitet weiter. Geben Sie die Adresse an, zu der sie führt.',
  'The URL responds with an unsupported encoding. Use one that serves the plain file.':
    'Die Antwort hat eine Kodierung, die nicht unterstützt wird.',
  'The secret can’t be read, because the server’s SECRET was changed. Create a new secret and enter it in your service.':
    'Das Geheimnis ist nicht mehr lesbar, weil SECRET am Server geändert wurde. Erstellen Sie ein neues, und tragen Sie es in Ihrem Dienst ein.',
  "The resource couldn't be read.": 'Die Ressource konnte nicht gelesen werden.',
  'The request failed.': 'Die Anfrage ist fehlgeschlagen.',
};
