// Media types of documents, all recognized by their bytes.

/** Also Illustrator files, which are PDFs inside. */
export const pdfTypes: readonly string[] = ['application/pdf', 'application/illustrator'];

/** Of Microsoft Office and OpenDocument. */
export const officeTypes: readonly string[] = [
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
    (one) => `application/vnd.openxmlformats-officedocument.${one}`,
  ),
  ...['text', 'spreadsheet', 'presentation', 'graphics'].map(
    (one) => `application/vnd.oasis.opendocument.${one}`,
  ),
];
