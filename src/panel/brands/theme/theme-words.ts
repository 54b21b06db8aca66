// What the roles and measures of a theme are called.
import type { ThemePatch } from '../../../brands/theme/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';

export const themeKeys = {
  accent: 'theme:accent',
  surface: 'theme:surface',
  ink: 'theme:ink',
  head: 'theme:head',
  body: 'theme:body',
  logo: 'theme:logo',
  radius: 'theme:radius',
  density: 'theme:density',
  width: 'theme:width',
} as const satisfies Record<keyof ThemePatch, PlainKey>;
