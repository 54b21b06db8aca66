// Why a file has no preview, in German: by the English it comes in.
export const saidOfPreviews = {
  'It is protected with a password.': 'Die Datei ist mit einem Passwort geschützt.',
  'It has no cover picture inside.': 'Die Datei enthält kein Cover.',
  'It has no thumbnail inside. Save it with a preview in the program that made it.':
    'Die Datei enthält keine Miniatur. Speichern Sie sie in dem Programm, mit dem sie erstellt wurde, mit Vorschau.',
  'It has no picture inside that can be shown.': 'Die Datei enthält kein Bild, das sich zeigen lässt.',
  'It has a picture inside that is neither JPEG, PNG nor WebP.':
    'Das Bild in der Datei ist weder JPEG noch PNG noch WebP.',
  'It has {{width}} × {{height}} pixels, and previews can be made of up to 64 megapixels.':
    'Die Datei hat {{width}} × {{height}} Pixel; eine Vorschau gibt es bis 64 Megapixel.',
  "It can't be read; it is damaged, or not a {{kind}}.":
    'Die Datei ist nicht lesbar: Sie ist beschädigt oder keine {{kind}}-Datei.',
  "It can't be decoded; it is truncated or damaged.": 'Die Datei ist unvollständig oder beschädigt.',
  'It is in a color mode that has no preview, such as Lab or multichannel.':
    'Für den Farbmodus der Datei gibt es keine Vorschau, etwa Lab oder Mehrkanal.',
  'It was saved without a composite. Save it again with "Maximize compatibility".':
    'Die Datei wurde ohne zusammengesetztes Bild gespeichert. Speichern Sie sie mit „Kompatibilität maximieren“.',
  'It has no picture that ffmpeg can decode.': 'Die Datei enthält kein Bild, das ffmpeg lesen kann.',
  'It takes over {{seconds}} s to decode.': 'Eine Vorschau zu zeichnen dauert länger als {{seconds}} s.',
  'It takes over {{size}} MiB to decode.':
    'Eine Vorschau zu zeichnen braucht mehr als {{size}} MiB Speicher.',
  'It is over {{size}} MiB, and previews can be made of smaller files only.':
    'Die Datei ist größer als {{size}} MiB; eine Vorschau gibt es nur für kleinere.',
  "It couldn't be drawn; the reason is in the server's log.":
    'Die Vorschau ließ sich nicht zeichnen; der Grund steht im Protokoll des Servers.',
  "Previews of videos need ffmpeg, which this server doesn't have.":
    'Vorschauen von Videos brauchen ffmpeg, das auf diesem Server fehlt.',
  'There are no previews of {{kind}} files.': 'Für {{kind}}-Dateien gibt es keine Vorschau.',

  'Draws pages of brands for agents': 'Zeichnet Markenseiten für Agenten',
  'Draws previews of videos': 'Zeichnet Vorschauen von Videos',
  'Not used yet; will draw pages of office documents':
    'Noch ungenutzt; wird Seiten von Office-Dokumenten zeichnen',
};
