// Why a file has no preview, or its words can't be read, in German: by the English it comes in.
export const saidOfPreviews = {
  'It is password-protected.': 'Die Datei ist mit einem Passwort geschützt.',
  'It has no cover art.': 'Die Datei enthält kein Cover.',
  "It has no cover art that can be shown, and its waveform needs ffmpeg, which this server doesn't have.":
    'Die Datei enthält kein Cover, das sich zeigen lässt, und ihre Wellenform braucht ffmpeg, das auf diesem Server fehlt.',
  'It is too large to be searched for cover art.': 'Die Datei ist zu groß, um darin ein Cover zu suchen.',
  'It has too much in it to be listed.': 'Die Datei enthält zu viel, um es aufzulisten.',
  'It has no embedded thumbnail. Save it again with a preview in the program that made it.':
    'Die Datei enthält keine Miniatur. Speichern Sie sie in dem Programm, mit dem sie erstellt wurde, mit Vorschau.',
  'It has no embedded picture that can be shown.': 'Die Datei enthält kein Bild, das sich zeigen lässt.',
  "It has an embedded picture that isn't a JPEG, PNG or WebP.":
    'Das Bild in der Datei ist weder JPEG noch PNG noch WebP.',
  'It has {{width}} × {{height}} pixels; previews are limited to 64 megapixels.':
    'Die Datei hat {{width}} × {{height}} Pixel; eine Vorschau gibt es bis 64 Megapixel.',
  "It can't be read; it is damaged, or not a {{kind}}.":
    'Die Datei ist nicht lesbar: Sie ist beschädigt oder keine {{kind}}-Datei.',
  "It can't be decoded; it is truncated or damaged.": 'Die Datei ist unvollständig oder beschädigt.',
  'It uses a color mode that has no preview, such as multichannel.':
    'Für den Farbmodus der Datei gibt es keine Vorschau, etwa Mehrkanal.',
  'It was saved without a composite. Save it again with "Maximize compatibility".':
    'Die Datei wurde ohne zusammengesetztes Bild gespeichert. Speichern Sie sie mit „Kompatibilität maximieren“.',
  'It has no picture that ffmpeg can decode.': 'Die Datei enthält kein Bild, das ffmpeg lesen kann.',
  'It takes over {{seconds}} s to decode.': 'Eine Vorschau zu zeichnen dauert länger als {{seconds}} s.',
  'It takes over {{size}} MiB to decode.':
    'Eine Vorschau zu zeichnen braucht mehr als {{size}} MiB Speicher.',
  'It is over {{size}} MiB, the limit for previews.':
    'Die Datei ist größer als {{size}} MiB; das ist die Grenze für Vorschauen.',
  "It couldn't be previewed; the reason is in the server's log.":
    'Die Vorschau ließ sich nicht zeichnen; der Grund steht im Protokoll des Servers.',
  "Previews of videos need ffmpeg, which this server doesn't have.":
    'Vorschauen von Videos brauchen ffmpeg, das auf diesem Server fehlt.',
  'It is over {{size}} MiB, the limit for its text.':
    'Die Datei ist größer als {{size}} MiB; das ist die Grenze für Text.',
  'It has no text in a place where office programs put it.':
    'Die Datei enthält keinen Text an einer Stelle, an der ihn Office-Programme ablegen.',
  'It declares entities, which office files must not.':
    'Die Datei legt Entitäten fest, was in Office-Dateien nicht erlaubt ist.',
  "It couldn't be read; the reason is in the server's log.":
    'Die Datei ließ sich nicht lesen; der Grund steht im Protokoll des Servers.',
  'There are no previews of {{kind}} files.': 'Für {{kind}}-Dateien gibt es keine Vorschau.',

  'Draws pages of brands for agents': 'Zeichnet Markenseiten für Agenten',
  'Draws previews of videos and sounds': 'Zeichnet Vorschauen von Videos und Tonaufnahmen',
  'Not used yet': 'Wird noch nicht genutzt',
};
