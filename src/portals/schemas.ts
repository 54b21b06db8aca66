// Portals as the interface shows them, and what callers send.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';
import { parseTransform } from '../assets/transform.ts';
import { isRefusal } from '../refusal.ts';
import { DoorName, DoorPassword, ServerSlug } from '../sharing/schemas.ts';

export const maxBrands = 20;
export const maxCollections = 100;
const maxPresets = 20;

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'A colour such as #4f46e5.')
  .toLowerCase();

const Theme = z.object({
  logo: Id.nullable().describe("A picture; null: the first brand's, else the organization's"),
  accent: color.nullable().describe('#rrggbb; null: as for the logo'),
  background: color.nullable().describe("#rrggbb; null: the first brand's surface"),
});
export type PortalTheme = z.infer<typeof Theme>;

export const Preset = z.object({
  name: z.string().trim().min(1).max(60),
  transform: z.string().max(200).describe('Such as w_1200,f_webp'),
});
export type Preset = z.infer<typeof Preset>;

export const Portal = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    intro: z.string().nullable().describe('Markdown'),
    access: DoorName,
    expiresAt: z.iso.datetime().nullable().describe('From then on it is closed; null: it stays open'),
    theme: Theme,
    brands: z.array(z.string()).describe('Slugs, in the order they are shown in'),
    collections: z.array(Id),
    presets: z.array(Preset).describe('Renditions offered beside the original; none: the ready-made ones'),
    terms: z.string().nullable().describe('Markdown'),
    indexed: z.boolean().describe('Whether search engines may list it'),
    url: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Portal' });
export type Portal = z.infer<typeof Portal>;

/** @returns what is wrong with it, in words; null for a transform that can be read. */
function transformIssue(transform: string): string | null {
  try {
    parseTransform(transform);
    return null;
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
}

const presets = z
  .array(z.strictObject(Preset.shape))
  .max(maxPresets)
  .superRefine((list, issues) => {
    const names = new Set<string>();
    for (const [index, { name, transform }] of list.entries()) {
      const why = transformIssue(transform);
      if (why) issues.addIssue({ code: 'custom', path: [index, 'transform'], message: why });
      if (names.has(name.toLowerCase()))
        issues.addIssue({ code: 'custom', path: [index, 'name'], message: 'Another preset has this name.' });
      names.add(name.toLowerCase());
    }
  });

const about = {
  name: z.string().trim().min(1).max(200),
  slug: ServerSlug.describe('The last part of its address; unique on the server'),
  intro: z.string().trim().max(20_000).nullable(),
  access: DoorName,
  password: DoorPassword,
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  theme: z.strictObject(Theme.shape).partial().describe('What is left out stays; null takes it away'),
  brands: z.array(z.string().min(1).max(100)).max(maxBrands).describe('Slugs, or ids'),
  collections: z.array(Id).max(maxCollections),
  presets,
  terms: z.string().trim().max(50_000).nullable(),
  indexed: z.boolean(),
};

export const NewPortal = z.strictObject({
  ...z.object(about).partial().shape,
  name: about.name,
  access: about.access.default('public'),
});
export type NewPortal = z.output<typeof NewPortal>;

export const PortalPatch = z.strictObject(about).partial();
export type PortalPatch = z.output<typeof PortalPatch>;
