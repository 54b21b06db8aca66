export const texts = {
  language: 'Sprache der Texte',
  incomplete: 'unvollständig',
  alt: 'Alternativtext',
  altHint: 'Was das Bild zeigt, für alle, die es nicht sehen. Ohne ihn wird die Beschreibung vorgelesen.',
} as const;
