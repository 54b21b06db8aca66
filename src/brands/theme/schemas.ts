// Themes as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../../assets/schemas.ts';
import { StateVersion } from '../schemas.ts';
import { densities, themeParts, themeWidths } from './theme-parts.ts';

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

const partKey = maybe(z.string().min(1).max(120));
const themeFields = {
  accent: partKey.describe('Key of the accent color'),
  surface: partKey.describe('Key of the background color'),
  ink: partKey.describe('Key of the text color'),
  head: partKey.describe('Key of a font: headlines'),
  body: partKey.describe('Key of a font: body text'),
  logo: partKey.describe('Key of a rule with files'),
  radius: z.int().min(0).max(64).describe('Corner radius in pixels'),
  width: z.enum(themeWidths),
  density: z.enum(densities),
};
export const ThemePatch = z.strictObject(themeFields).partial();
export type ThemePatch = z.infer<typeof ThemePatch>;

const FontOfTheme = z.object({
  family: z.string(),
  weight: maybe(z.int()),
  fallback: z.array(z.string()),
  source: maybe(z.string()),
});

export const ThemeView = z
  .object({
    ...themeFields,
    applied: z
      .object({
        surface: z.string(),
        ink: z.string(),
        accent: z.string(),
        link: z.string().describe('Text in the accent color on the surface'),
        mark: z.string().describe('Lines and icons on the surface'),
        onAccent: z.string().describe('Text on the accent'),
        head: maybe(FontOfTheme),
        body: maybe(FontOfTheme),
        logo: maybe(z.object({ id: Id, rendition: maybe(z.string()) })),
        radius: z.int(),
        width: z.enum(themeWidths),
        density: z.enum(densities),
      })
      .describe('What is shown: every color is readable on its background'),
    checks: z
      .array(
        z.object({
          name: z.enum(['text', 'links', 'marks', 'buttons']),
          front: z.string(),
          back: z.string(),
          ratio: z.number().describe('WCAG 2.2, 1 to 21'),
          least: z.number().describe('4.5 for text, 3 for marks'),
          passes: z.boolean(),
          used: z.string().describe('The foreground color shown: another one where the pair fails'),
        }),
      )
      .describe('Contrast of the color pairs'),
    missing: z.array(z.enum(themeParts)).describe('Roles whose key no longer matches a suitable rule'),
    assumed: z
      .partialRecord(z.enum(themeParts), z.string())
      .describe('Roles the theme leaves open, with the key of the rule used because of its name'),
    unset: z
      .array(z.enum(themeParts))
      .describe("Roles without a rule of the brand: applied uses the product's default"),
    version: StateVersion,
  })
  .meta({ id: 'Theme' });
export type ThemeView = z.infer<typeof ThemeView>;
