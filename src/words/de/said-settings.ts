// The forms of settings, in German: by the English of their definitions (`defineSetting`).
export const saidOfSettings = {
  'E-mail': 'E-Mail',
  'The mail server for invitations and review notifications.':
    'Der Mailserver für Einladungen und Nachrichten über Vorschläge.',
  Sending: 'Versand',
  On: 'An',
  Off: 'Aus',
  Automatic: 'Automatisch',
  'Automatic turns it on once host and sender are set':
    'Automatisch schaltet ihn ein, sobald Host und Absender gesetzt sind',
  Host: 'Host',
  'Such as smtp.example.com': 'Zum Beispiel smtp.example.com',
  Port: 'Port',
  '465 uses TLS from the start, other ports upgrade with STARTTLS':
    '465 verschlüsselt von Anfang an (TLS), andere Ports mit STARTTLS',
  User: 'Benutzer',
  Password: 'Passwort',
  'Stored encrypted and never shown again. Enter it again when the host changes.':
    'Wird verschlüsselt gespeichert und nie wieder angezeigt. Geben Sie es neu ein, wenn sich der Host ändert.',
  Sender: 'Absender',
  'Such as Marque <marque@example.com>': 'Zum Beispiel Marque <marque@example.com>',
  'Reply to': 'Antwort an',

  Branding: 'Branding',
  'What people see on the sign-in page, in this panel and in emails.':
    'Was auf der Anmeldeseite, in dieser Oberfläche und in E-Mails zu sehen ist.',
  'Name of the service': 'Name des Dienstes',
  Marque: 'Marque',
  Tagline: 'Untertitel',
  Logo: 'Logo',
  Icon: 'Symbol',
  Accent: 'Akzentfarbe',

  Agents: 'Agenten',
  'What agents may do.': 'Was Agenten dürfen.',
  'Default scope': 'Umfang, wenn keiner gewählt ist',
  'With propose, agents suggest changes and a person decides':
    'Mit „Vorschlagen“ schlägt ein Agent vor, und eine Person entscheidet',
  'Highest scope': 'Höchster Umfang',
  'Limits connected agents. Once you set it, it limits new keys too.':
    'Begrenzt verbundene Agenten. Sobald Sie ihn setzen, begrenzt er auch neue Schlüssel.',
  Read: 'Lesen',
  Propose: 'Vorschlagen',
  Write: 'Schreiben',
  Admin: 'Verwalten',
  'Proposals per hour': 'Vorschläge pro Stunde',
  'Per agent': 'Pro Agent',
  'Accepted without review': 'Ohne Prüfung angenommen',
  'Kinds of changes that an agent may make without review':
    'Arten von Änderungen, die ein Agent ohne Prüfung machen darf',

  Delivery: 'Auslieferung',
  'What can be delivered from the library, and in which forms.':
    'Was aus der Bibliothek ausgeliefert wird, und in welchen Formen.',
  'New assets are': 'Neue Assets sind',
  Public: 'Öffentlich',
  'Not public': 'Nicht öffentlich',
  'Anyone with its address can open a public asset once it’s active':
    'Ein öffentliches Asset kann öffnen, wer die Adresse kennt, sobald es aktiv ist',
  'Maximum pixels per rendition': 'Höchste Anzahl Pixel pro Format',
  'Width times height: 2073600 is 1920 × 1080': 'Breite mal Höhe: 2073600 sind 1920 × 1080',
  'No limit': 'Unbegrenzt',
  'Rendition formats': 'Bildformate',
  All: 'Alle',
  AVIF: 'AVIF',
  WEBP: 'WEBP',
  JPEG: 'JPEG',
  PNG: 'PNG',
  'Default rendition quality': 'Qualität, wenn keine gewählt ist',
  '1 to 100': '1 bis 100',
  '80': '80',

  'Sizes that people and websites use by name, and what renditions say of themselves.':
    'Größen, die Menschen und Websites mit Namen verwenden, und was Formate über sich aussagen.',
  Metadata: 'Metadaten',
  'Credits and rights only': 'Nur Urheber und Rechte',
  'Everything, with places, devices and people': 'Alles, auch Orte, Geräte und Personen',
  'What renditions keep of what a file says. Files that arrive as HEIC, RAW or PDF only keep credits':
    'Was Formate von den Angaben einer Datei behalten. Bei HEIC, RAW und PDF sind es nur Urheber und Rechte',
  Presets: 'Vorlagen',
  'A change shows within a minute wherever a preset is used. The list replaces the organization’s':
    'Eine Änderung zeigt sich innerhalb einer Minute überall, wo eine Vorlage verwendet wird. Die Liste ersetzt die der Organisation',

  Languages: 'Sprachen',
  'The languages you write titles, descriptions and alt texts in.':
    'Die Sprachen, in denen Sie Titel, Beschreibungen und Alternativtexte verfassen.',
  'Default language': 'Standardsprache',
  'Used where a translation is missing. A language tag such as en, de or pt-BR':
    'Wird verwendet, wo eine Übersetzung fehlt. Ein Sprachkürzel wie en, de oder pt-BR',
  'Other languages': 'Weitere Sprachen',
  'One per line. If you remove a language, its texts are kept and come back when you add it again':
    'Eine pro Zeile. Die Texte einer entfernten Sprache bleiben erhalten und sind wieder da, wenn Sie sie erneut hinzufügen',
  None: 'Keine',

  Retention: 'Aufbewahrung',
  'How long data is kept, in days.': 'Wie lange Daten aufbewahrt werden, in Tagen.',
  'Deleted assets': 'Gelöschte Assets',
  'You can restore them until then': 'Bis dahin lassen sie sich wiederherstellen',
  Renditions: 'Formate',
  'Created again on request': 'Werden bei Bedarf neu erstellt',
  'Activity and audit': 'Aktivität und Protokoll',

  Provenance: 'Herkunft',
  'Trust list': 'Vertrauenswürdige Zertifikate',
  'Content Credentials (C2PA): whose you trust, and what signs the files that you deliver.':
    'Content Credentials (C2PA): wem Sie vertrauen, und was die Dateien signiert, die Sie ausliefern.',
  'Root certificates in PEM form. Credentials are valid if one of them vouches for the signer':
    'Stammzertifikate im PEM-Format. Credentials sind gültig, wenn eines davon für die Signatur bürgt',
  'Signing certificates': 'Zertifikate zum Signieren',
  'In PEM form: the signer’s first, then its issuers’. Downloads and renditions are signed once there is a key':
    'Im PEM-Format: zuerst das eigene, dann die der Aussteller. Downloads und Formate werden signiert, sobald es einen Schlüssel gibt',
  'Not signed': 'Nicht signiert',
  'Signing key': 'Schlüssel zum Signieren',
  'In PEM form. Stored encrypted and never shown again. Enter it again when the certificates change':
    'Im PEM-Format. Wird verschlüsselt gespeichert und nie wieder angezeigt. Geben Sie ihn erneut ein, wenn sich die Zertifikate ändern',

  Review: 'Prüfung',
  'What happens when something needs review, and when it’s rejected.':
    'Was geschieht, wenn etwas geprüft werden muss und wenn es abgelehnt wird.',
  Notify: 'Benachrichtigen',
  'One email address per line. They’re notified of waiting proposals at most once an hour.':
    'Eine E-Mail-Adresse pro Zeile. Sie erfahren höchstens einmal pro Stunde von wartenden Vorschlägen.',
  'No one': 'Niemand',
  'A rejection': 'Eine Ablehnung',
  'Requires a note': 'Braucht eine Begründung',
  'Doesn’t require a note': 'Braucht keine Begründung',
  Stages: 'Stufen',
  'Proposals under way keep the stages they started with.':
    'Laufende Vorschläge behalten die Stufen, mit denen sie begonnen haben.',
  'No stages: anyone who can approve decides': 'Keine Stufen: Es entscheidet, wer freigeben darf',
  Routes: 'Wege',
  'The first route that matches applies. If none does, anyone who can approve decides.':
    'Es gilt der erste, der passt. Passt keiner, entscheidet, wer freigeben darf.',
  'Different people': 'Verschiedene Personen',
  'Required in each stage': 'In jeder Stufe erforderlich',
  'Not required': 'Nicht erforderlich',

  Sites: 'Websites',
  'Limits for site deployments, and who can open their previews.':
    'Grenzen für Bereitstellungen von Websites und wer deren Vorschau öffnen darf.',
  'Maximum files': 'Höchste Anzahl Dateien',
  'Maximum bytes': 'Höchste Anzahl Bytes',
  'Deployments kept': 'Aufbewahrte Bereitstellungen',
  'Can be restored': 'Lassen sich wiederherstellen',
  'Previews of public sites': 'Vorschau öffentlicher Websites',
  'Open to members of the workspace': 'Für Mitglieder des Arbeitsbereichs',
  'Open to everyone': 'Für alle',
  'Previews of other sites are always for members':
    'Die Vorschau anderer Websites ist immer nur für Mitglieder',

  'Text and data mining': 'Text- und Data-Mining',
  'Whether others may mine assets or train models on them. Usage checks, HTTP headers and file metadata say so.':
    'Ob andere Assets auswerten oder Modelle damit trainieren dürfen. Das steht in Nutzungsprüfungen, HTTP-Headern und den Metadaten der Dateien.',
  'Default for assets': 'Standard für Assets',
  Allowed: 'Erlaubt',
  'For search only': 'Nur für die Suche',
  'Not stated': 'Keine Angabe',

  'Usage checks': 'Nutzungsprüfung',
  'What usage rights checks tell people and agents.':
    'Was Prüfungen der Nutzungsrechte Personen und Agenten sagen.',
  'Assets without recorded rights': 'Assets ohne erfasste Rechte',
  'Allowed, with a warning': 'Erlaubt, mit Warnung',
  'Not allowed': 'Nicht erlaubt',
};
