// Portals as the API shows them, and the input of callers.
import { z } from 'zod';
import { CursorParameter, Next, offsetParameter } from '../core/paging.ts';
import { Id, Rights } from '../assets/schemas.ts';
import { aiAnswers } from '../lib/made-by-ai.ts';
import { VisitorLang } from '../assets/languages/visitor-language.ts';
import { transformIssue } from '../assets/delivery/parse-transform.ts';
import { audiences, layouts, Section } from '../brands/pages/schemas.ts';
import { BrandUpdate } from '../brands/publishing/schemas.ts';
import { Rule } from '../brands/rules/schemas.ts';
import { ThemeView } from '../brands/theme/schemas.ts';
import { Visibility, VisitorPassword, ServerSlug } from '../sharing/schemas.ts';

export const maxBrands = 20;
export const maxCollections = 100;
const maxPresets = 20;

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'Must be a color such as #4f46e5.')
  .toLowerCase();

const Theme = z.object({
  logo: Id.nullable().describe("An image; null: the first brand's, or else the organization's"),
  accent: color.nullable().describe('#rrggbb; null: same as for the logo'),
  background: color.nullable().describe("#rrggbb; null: same as on the brand's pages"),
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
    access: Visibility,
    expiresAt: z.iso.datetime().nullable().describe('When it closes; null: it stays open'),
    theme: Theme,
    brands: z.array(z.string()).describe('Slugs, in display order'),
    collections: z.array(Id),
    presets: z.array(Preset).describe('Renditions offered beside the original; none: the built-in presets'),
    terms: z.string().nullable().describe('Markdown'),
    indexed: z.boolean().describe('Whether search engines may list it'),
    url: z.string(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Portal' });
export type Portal = z.infer<typeof Portal>;

const presets = z
  .array(z.strictObject(Preset.shape))
  .max(maxPresets)
  .superRefine((list, issues) => {
    const names = new Set<string>();
    for (const [index, { name, transform }] of list.entries()) {
      const why = transformIssue(transform);
      if (why) issues.addIssue({ code: 'custom', path: [index, 'transform'], message: why });
      if (names.has(name.toLowerCase()))
        issues.addIssue({ code: 'custom', path: [index, 'name'], message: 'Preset names must be unique.' });
      names.add(name.toLowerCase());
    }
  });

const about = {
  name: z.string().trim().min(1).max(200),
  slug: ServerSlug.describe('The last part of its address; unique on the server'),
  intro: z.string().trim().max(20_000).nullable(),
  access: Visibility,
  password: VisitorPassword,
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  theme: z.strictObject(Theme.shape).partial().describe('Omitted fields stay; null clears one'),
  brands: z.array(z.string().min(1).max(100)).max(maxBrands).describe('Slugs or ids'),
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

// ---- what a visitor reads

/** The look of a portal's sign-in page, as interface 7 defines it; empty if nothing is set. */
export const SignInTheme = z.object({
  logo: z.string().describe('Must be a URL.'),
  accent: z.string().describe('#rrggbb'),
  background: z.string().describe('#rrggbb'),
  icon: z.string().describe('Must be a URL.'),
  product: z.string().describe('The name of this Marque service'),
});
export type SignInTheme = z.infer<typeof SignInTheme>;

export const Media = z
  .object({
    url: z.string().describe('Signed for one day'),
    thumbnail: z.string().nullable().describe("The same, 320 pixels wide; null if it isn't an image"),
    filename: z.string(),
    mime: z.string(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    title: z.string().nullable(),
    alt: z.string().nullable().describe('What a picture shows, for those who can’t see it'),
  })
  .meta({ id: 'PortalMedia' });
export type Media = z.infer<typeof Media>;

export const PortalAsset = Media.extend({
  id: Id,
  description: z.string().nullable(),
  creator: z.string().nullable(),
  copyright: z.string().nullable(),
  size: z.int(),
  rights: Rights.nullable(),
  ai: z.enum(aiAnswers).describe('Whether generative AI made it, or a part of it'),
  downloads: z
    .array(z.object({ name: z.string(), url: z.string() }))
    .describe('The original and its renditions, signed for one day'),
}).meta({ id: 'PortalAsset' });
export type PortalAsset = z.infer<typeof PortalAsset>;

export const PortalView = z
  .object({
    slug: z.string(),
    name: z.string(),
    intro: z.string().nullable().describe('Markdown'),
    access: Visibility,
    expiresAt: z.iso.datetime().nullable(),
    terms: z.string().nullable().describe('Markdown'),
    indexed: z.boolean(),
    url: z.string(),
    theme: SignInTheme,
    audience: z
      .enum(audiences)
      .describe(
        'The audience you read it as: members can read its workspace, partners entered with a password or key, public is everyone else',
      ),
    brands: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        version: z.int().nullable().describe('The latest publish; null: none yet'),
        publishedAt: z.iso.datetime().nullable(),
      }),
    ),
    collections: z.array(z.object({ id: Id, name: z.string(), icon: z.string().nullable() })),
    assets: z
      .array(PortalAsset)
      .describe('Assets that may be used now, newest first; with q, best match first'),
    total: z.int(),
    next: Next,
  })
  .meta({ id: 'PortalView' });
export type PortalView = z.infer<typeof PortalView>;

const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

export const PortalQuery = z.object({
  q: z
    .string()
    .max(500)
    .optional()
    .describe('Every word must match as a prefix; accents and case are ignored'),
  collection: Id.optional().describe("One of the portal's collections"),
  limit: wholeNumber(1, 200).default(50),
  cursor: CursorParameter,
  offset: offsetParameter(1_000_000),
  lang: VisitorLang,
});
export type PortalQuery = z.output<typeof PortalQuery>;

// ---- pages of its brands

const PageLink = z.object({
  slug: z.string(),
  title: z.string(),
  parent: z.string().nullable(),
  lede: z.string().nullable(),
  icon: z.string().nullable(),
  path: z.string().describe('Pass this as `path` to this operation'),
  url: z.string(),
});

const MediaById = z.record(Id, Media).describe('By asset id: files that may be used now');

/** A rule as published: it has no id and may no longer exist in the brand. */
export const PublishedRule = Rule.omit({ id: true, updatedAt: true }).meta({ id: 'PublishedRule' });
export type PublishedRule = z.infer<typeof PublishedRule>;

const BrandOnPortal = z.object({
  slug: z.string(),
  name: z.string(),
  version: z.int().describe('The published version that is read'),
  publishedAt: z.iso.datetime(),
});

export const PortalPage = z
  .object({
    brand: BrandOnPortal,
    audience: z.enum(audiences),
    context: z.string().nullable(),
    contexts: z.array(z.string()).describe("Every context that the brand's rules use"),
    path: z.string(),
    url: z.string(),
    page: z.object({
      slug: z.string(),
      title: z.string(),
      parent: z.string().nullable(),
      eyebrow: z.string().nullable(),
      lede: z.string().nullable(),
      cover: Id.nullable(),
      icon: z.string().nullable(),
      tabs: z.boolean(),
      layout: z.enum(layouts),
      sections: z.array(Section),
    }),
    pages: z.array(PageLink).describe('Every page of the brand that you can read, in reading order'),
    rules: z
      .array(PublishedRule)
      .describe(
        "The page's rules, each in the context of its section, or of the page if the section has none",
      ),
    theme: ThemeView.shape.applied,
    media: MediaById,
    collections: z
      .record(Id, z.array(Id))
      .describe('The collections the page shows: ids of assets in `media`, newest first'),
    markdown: z.string().describe('The page as readers see it'),
  })
  .meta({ id: 'PortalPage' });
export type PortalPage = z.infer<typeof PortalPage>;

export const PageQuery = z.object({
  path: z
    .string()
    .max(250)
    .default('')
    .describe(
      "{brand}/{page} by slug; {brand}: its first page; {page}: of the first brand. Default: the first brand's first page",
    ),
  context: z
    .string()
    .max(100)
    .optional()
    .describe('Shows rules as they apply in this context; one that the brand lacks shows the default'),
  lang: VisitorLang,
});

export const PortalUpdates = z.object({
  data: z.array(BrandUpdate),
  media: MediaById.describe('The pictures of the publishes, by asset id: those that may be used now'),
});
export type PortalUpdates = z.infer<typeof PortalUpdates>;

const found = { brand: z.string(), path: z.string(), url: z.string() };

export const PortalFinds = z
  .object({
    pages: z.array(z.object({ ...found, slug: z.string(), title: z.string(), lede: z.string().nullable() })),
    sections: z.array(
      z.object({
        ...found,
        page: z.string(),
        id: z.string(),
        title: z.string().nullable(),
        text: z.string().describe('The beginning of its text'),
      }),
    ),
    rules: z.array(PublishedRule.extend({ path: found.path, url: found.url })),
    assets: z.array(PortalAsset),
  })
  .meta({ id: 'PortalFinds' });
export type PortalFinds = z.infer<typeof PortalFinds>;

export const FindQuery = z.object({
  q: z.string().trim().min(1).max(200).describe('Every word must match as a prefix'),
  lang: VisitorLang,
});

// ---- requests to be let in

export const requestStatuses = ['pending', 'approved', 'denied'] as const;

export const PortalRequest = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string().nullable(),
    note: z.string().nullable(),
    status: z.enum(requestStatuses),
    url: z.string().nullable().describe('Of an approved request: opens the portal for anyone who has it'),
    expiresAt: z.iso.datetime().nullable().describe('When the link expires'),
    createdAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
    decidedBy: z.string().nullable(),
  })
  .meta({ id: 'PortalRequest' });
export type PortalRequest = z.infer<typeof PortalRequest>;

export const NewRequest = z.strictObject({
  email: z.email().max(320).toLowerCase(),
  name: z.string().trim().min(1).max(200).nullish(),
  note: z.string().trim().min(1).max(2000).nullish(),
});
export type NewRequest = z.output<typeof NewRequest>;
