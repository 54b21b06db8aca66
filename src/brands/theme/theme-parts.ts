// The parts of a theme and what its measures are called: enums that the schemas and the state both name.
export const themeParts = ['accent', 'surface', 'ink', 'head', 'body', 'logo'] as const;
export type ThemePart = (typeof themeParts)[number];

export const themeWidths = ['narrow', 'normal', 'wide'] as const;
export const densities = ['compact', 'normal', 'spacious'] as const;
