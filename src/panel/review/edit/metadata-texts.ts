/** The texts of an asset that a proposal can change. */
export const texts = [
  { name: 'title', label: 'Title', type: 'text', maxLength: 500 },
  { name: 'description', label: 'Description', type: 'lines', maxLength: 10_000 },
  { name: 'creator', label: 'By', type: 'text', maxLength: 500 },
  { name: 'copyright', label: 'Copyright', type: 'text', maxLength: 1000 },
] as const;
