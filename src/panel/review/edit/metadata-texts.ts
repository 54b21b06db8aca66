/** The texts of an asset that a proposal can change. */
export const texts = [
  { name: 'title', labelKey: 'review:titleText', type: 'text', maxLength: 500 },
  { name: 'description', labelKey: 'review:description', type: 'lines', maxLength: 10_000 },
  { name: 'creator', labelKey: 'review:creator', type: 'text', maxLength: 500 },
  { name: 'copyright', labelKey: 'review:copyright', type: 'text', maxLength: 1000 },
] as const;
