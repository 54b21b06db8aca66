// The roles of a theme and the names of its measures, for the schemas and the state.
export const themeParts = ['accent', 'surface', 'ink', 'head', 'body', 'logo'] as const;
export type ThemePart = (typeof themeParts)[number];

export const themeWidths = ['narrow', 'normal', 'wide'] as const;
export const densities = ['compact', 'normal', 'spacious'] as const;
