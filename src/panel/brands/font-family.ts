/** A font of the theme as CSS; undefined for the panel's own. */
export const fontFamilyOf = (font: { family: string } | null | undefined): string | undefined =>
  font ? `"${font.family}", sans-serif` : undefined;
