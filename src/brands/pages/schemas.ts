// Pages, their sections and templates as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../../assets/schemas.ts';
import { Rule, ruleTypes } from '../rules/schemas.ts';
import { StateVersion } from '../schemas.ts';

/** Audiences from the widest to the narrowest: each also sees what is for those before it. */
export const audiences = ['everyone', 'partners', 'members'] as const;
export type Audience = (typeof audiences)[number];

export const layouts = ['book', 'landing'] as const;

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

export const sectionWidths = ['narrow', 'normal', 'wide', 'full'] as const;
export const tones = ['plain', 'soft', 'accent', 'dark'] as const;

const Item = z
  .strictObject({
    title: z.string().trim().max(300),
    body: z.string().trim().max(20_000).describe('Markdown'),
    href: z.string().trim().max(2000).describe("A page's slug, or an http, mailto or tel address"),
    asset: Id,
    rendition: z.string().max(200),
    kind: z.string().max(40),
  })
  .partial();

export const SectionInput = z.strictObject({
  id: z.string().max(40).optional().describe('Default: generated'),
  template: z.string().max(60),
  title: z.string().trim().max(300).nullable().optional(),
  body: z.string().trim().max(50_000).nullable().optional().describe('Markdown'),
  width: z.enum(sectionWidths).optional(),
  columns: z.int().min(1).max(6).nullable().optional(),
  tone: z.enum(tones).optional(),
  hidden: z.boolean().optional(),
  keys: z.array(z.string().max(120)).max(200).optional().describe('Rule keys, in order'),
  props: z.record(z.string(), z.unknown()).optional().describe('As the template defines them'),
  eyebrow: z.string().trim().max(200).nullable().optional(),
  lede: z.string().trim().max(2000).nullable().optional(),
  items: z.array(Item).max(200).nullable().optional(),
  audience: z.enum(audiences).nullable().optional().describe("Narrower than the page's"),
  context: z
    .string()
    .trim()
    .max(100)
    .nullable()
    .optional()
    .describe("The context it's shown in. Default: the page's"),
});
export type SectionInput = z.infer<typeof SectionInput>;
export const SectionPatch = SectionInput.omit({ id: true }).partial();

const aboutPage = {
  slug: z.string().max(100).describe('If changed, the old one becomes an alias'),
  title: z.string().trim().min(1).max(200),
  position: z.int().min(0).max(100_000).describe('Among its siblings, from 0'),
  hidden: z.boolean(),
  parent: z.string().max(100).nullable().describe("Parent page's slug"),
  eyebrow: z.string().trim().max(200).nullable(),
  lede: z.string().trim().max(2000).nullable(),
  cover: Id.nullable(),
  icon: z.string().trim().max(40).nullable(),
  audience: z.enum(audiences),
  tabs: z.boolean(),
  aliases: z.array(z.string().max(100)).max(50),
  layout: z.enum(layouts),
};

export const PagePatch = z.strictObject(aboutPage).partial();
export type PagePatch = z.infer<typeof PagePatch>;

/** A page as input for saving it whole. A read's response can be sent back: computed fields are ignored. */
export const PageInput = z.strictObject({
  ...z.object(aboutPage).partial().shape,
  title: aboutPage.title,
  sections: z.array(SectionInput).max(200).optional(),
  keys: z.array(z.string()).optional().describe('Ignored: set keys in its sections'),
  updatedAt: z.string().optional().describe('Ignored'),
});
export type PageInput = z.infer<typeof PageInput>;

const sectionId = z.string().max(40);
const place = z.int().min(0).max(1000);
export const PageOp = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('add'),
    section: SectionInput,
    at: place.optional().describe('From 0. Default: at the end'),
  }),
  z.strictObject({ op: z.literal('update'), id: sectionId, set: SectionPatch }),
  z.strictObject({ op: z.literal('move'), id: sectionId, to: place }),
  z.strictObject({ op: z.literal('remove'), id: sectionId }),
  z.strictObject({ op: z.literal('page'), set: PagePatch.describe("The page's own fields") }),
]);
export type PageOp = z.infer<typeof PageOp>;

export const Section = z
  .object({
    id: z.string(),
    template: z.string(),
    title: maybe(z.string()),
    body: maybe(z.string()),
    width: z.string(),
    columns: maybe(z.int()),
    tone: z.string(),
    hidden: z.boolean(),
    keys: z.array(z.string()),
    props: z.record(z.string(), z.unknown()),
    eyebrow: z.string().optional(),
    lede: z.string().optional(),
    items: z.array(z.record(z.string(), z.string())).optional(),
    audience: z.enum(audiences).optional(),
    context: z
      .string()
      .optional()
      .describe("The context this section is always shown in. Default: the page's"),
  })
  .meta({ id: 'Section' });

const entry = {
  slug: z.string(),
  title: z.string(),
  position: z.int().describe('Among its siblings, from 0'),
  hidden: z.boolean(),
  parent: maybe(z.string()),
  eyebrow: maybe(z.string()),
  lede: maybe(z.string()),
  cover: maybe(Id),
  icon: maybe(z.string()),
  audience: z.enum(audiences),
  tabs: z.boolean(),
  aliases: z.array(z.string()),
  layout: z.enum(layouts),
  updatedAt: z.iso.datetime(),
};

export const PageEntry = z
  .object({
    ...entry,
    sections: z.int().describe('Number of sections'),
    keys: z.array(z.string()).describe('Keys of the rules it shows'),
  })
  .meta({ id: 'BrandPage' });
export type PageEntry = z.infer<typeof PageEntry>;

const PageWarnings = z
  .array(
    z.object({
      section: maybe(z.string()).describe('Id of the section; null: the page'),
      message: z.string(),
    }),
  )
  .describe('Problems for readers');

const LinkedPage = { slug: z.string(), title: z.string() };

export const PageLinks = z
  .object({
    pages: z
      .array(
        z.object({ ...LinkedPage, sections: z.array(z.string()).describe('IDs of the sections that do') }),
      )
      .describe('Pages that link to it, or list its subpages'),
    rules: z
      .array(z.object({ key: z.string(), context: maybe(z.string()), label: z.string() }))
      .describe('Rules that link to it in `usage`'),
    subpages: z.array(z.object(LinkedPage)).describe('Move or delete these first'),
  })
  .meta({ id: 'PageLinks' });
export type PageLinks = z.infer<typeof PageLinks>;

export const PagePreview = z.object({
  html: z.string().describe('A complete HTML document without scripts'),
  warnings: PageWarnings,
});

export const PageView = z
  .object({
    brand: z.string(),
    context: maybe(z.string()),
    page: z.object({ ...entry, sections: z.array(Section), keys: z.array(z.string()) }),
    rules: z
      .array(Rule)
      .describe(
        "The page's rules, each in the context of its section, or of the page if the section has none",
      ),
    missing: z
      .array(z.string())
      .describe("Keys on the page that have no rule in the context they're shown in"),
    warnings: PageWarnings,
    markdown: z.string().describe('The page as readers see it'),
    url: z.url().describe('Where to edit it in the panel'),
    version: StateVersion,
  })
  .meta({ id: 'BrandPageView' });
export type PageView = z.infer<typeof PageView>;

export const TemplateInfo = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    props: z.record(z.string(), z.unknown()).describe('JSON Schema of its props'),
    keys: maybe(
      z.object({
        types: z.array(z.enum(ruleTypes)),
        files: z.boolean().describe('True: only rules with files'),
      }),
    ).describe('The rules its keys can refer to; null: none'),
    items: maybe(
      z.object({ may: z.array(z.string()), must: z.array(z.string()), kinds: z.array(z.string()) }),
    ).describe('The fields its items can and must have; null: no items'),
    picture: maybe(z.string()).describe('What it looks like: the inside of an SVG of 96 × 64, in black'),
    example: z.record(z.string(), z.unknown()).describe('A section as PUT accepts it'),
  })
  .meta({ id: 'Template' });
