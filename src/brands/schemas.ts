// Brands, their rules, pages and themes as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../assets/schemas.ts';
import { densities, themeParts, themeWidths } from './theme/theme-parts.ts';

export const ruleTypes = ['color', 'text', 'number', 'list', 'font'] as const;
export type RuleType = (typeof ruleTypes)[number];

/** Audiences from the widest to the narrowest: each also sees what is for those before it. */
export const audiences = ['everyone', 'partners', 'members'] as const;
export type Audience = (typeof audiences)[number];

export const layouts = ['book', 'landing'] as const;

/** Returned by reads and accepted by writes as `expected` (src/brands/expected.ts). */
const StateVersion = z
  .string()
  .describe(
    "Changes with every change by anyone. Send it as expected with a write, which then fails if it's out of date",
  );

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

// ---- brands

export const Brand = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    default: z.boolean().describe('The brand used where none is named'),
    private: z.boolean(),
    rules: z.int().describe('Number of rules, including those for a context'),
    pages: z.int().describe('Number of pages, including hidden ones'),
    published: maybe(z.int()).describe(
      'The published version that readers see; null before the first publish',
    ),
    version: StateVersion,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Brand' });
export type Brand = z.infer<typeof Brand>;

const brandName = z.string().trim().min(1).max(200);
const brandSlug = z
  .string()
  .min(1)
  .max(100)
  .describe('Lowercase letters and digits, joined by dashes; unique in the workspace');

export const NewBrand = z.strictObject({
  name: brandName,
  slug: brandSlug.optional().describe('Default: generated from the name'),
  from: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('Slug or id of the brand to copy in its current state, published or not'),
  private: z.boolean().optional().describe('Default: same as the copied brand, or else false'),
});
export type NewBrand = z.infer<typeof NewBrand>;

export const BrandPatch = z
  .strictObject({
    name: brandName,
    slug: brandSlug,
    private: z.boolean(),
    default: z.boolean().describe("true makes it the workspace's default brand in place of the current one"),
  })
  .partial();
export type BrandPatch = z.infer<typeof BrandPatch>;

export const BrandStatus = z
  .object({
    brand: z.string(),
    ready: z.boolean().describe('True if nothing is missing'),
    published: maybe(z.int()).describe(
      'The published version that readers see; null before the first publish',
    ),
    pending: z.boolean().describe('True if it differs from the published version'),
    lacks: z
      .array(
        z.object({
          code: z.enum([
            'colours',
            'logo',
            'type',
            'voice',
            'theme',
            'contrast',
            'pages',
            'missing',
            'warnings',
            'publish',
          ]),
          message: z.string(),
          at: z.array(z.string()).describe('Affected rule keys, page slugs or theme roles'),
        }),
      )
      .describe('Most urgent first'),
  })
  .meta({ id: 'BrandStatus' });
export type BrandStatus = z.infer<typeof BrandStatus>;

// ---- themes

const partKey = maybe(z.string().min(1).max(120));
const themeFields = {
  accent: partKey.describe('Key of a colour: the accent'),
  surface: partKey.describe('Key of a colour: the background'),
  ink: partKey.describe('Key of a colour: text'),
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
        link: z.string().describe('Text in the accent colour on the surface'),
        mark: z.string().describe('Lines and icons on the surface'),
        onAccent: z.string().describe('Text on the accent'),
        head: maybe(FontOfTheme),
        body: maybe(FontOfTheme),
        logo: maybe(z.object({ id: Id, rendition: maybe(z.string()) })),
        radius: z.int(),
        width: z.enum(themeWidths),
        density: z.enum(densities),
      })
      .describe('What is shown: every colour is readable on its background'),
    checks: z
      .array(
        z.object({
          name: z.enum(['text', 'links', 'marks', 'buttons']),
          front: z.string(),
          back: z.string(),
          ratio: z.number().describe('WCAG 2.2, 1 to 21'),
          least: z.number().describe('4.5 for text, 3 for marks'),
          passes: z.boolean(),
          used: z.string().describe('The foreground colour shown: another one where the pair fails'),
        }),
      )
      .describe('Contrast of the colour pairs'),
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

// ---- rules

/** A value of any type; `checkRule` validates it by type. */
const Value = z
  .union([
    z.string(),
    z.number(),
    z.array(z.union([z.string(), z.number()])),
    z.looseObject({ family: z.string() }),
  ])
  .describe(
    'color: #rrggbb or #rrggbbaa. text: Markdown. number: a number. list: 1 to 100 texts or numbers. font: {family, size?, weight?}',
  );

export const specWords =
  'color: group, pair (the key of the colour to pair with it), cmyk, pantone, ral, tints, gradient. number: unit, of. font: role, lineHeight, tracking, case, source, license, fallback. text: copy, max.';

export const Rule = z
  .object({
    id: Id,
    brand: z.string().describe("The brand's slug"),
    key: z.string(),
    label: z.string(),
    context: maybe(z.string()).describe('Where it applies, such as dark-background; null: everywhere else'),
    type: z.enum(ruleTypes),
    value: Value,
    spec: z.record(z.string(), z.unknown()).describe(specWords),
    usage: maybe(z.string()).describe('How to use it, Markdown'),
    assets: z.array(
      z.object({
        id: Id,
        rendition: maybe(z.string()).describe('The transform to use; null: the original'),
        title: maybe(z.string()),
        filename: z.string(),
        mime: z.string(),
        width: maybe(z.int()),
        height: maybe(z.int()),
      }),
    ),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Rule' });
export type Rule = z.infer<typeof Rule>;

export const RuleList = z.object({
  data: z.array(Rule),
  contexts: z.array(z.string()).describe("Every context that the brand's rules use"),
  version: StateVersion.describe('Of all rules of the brand, not only those listed here'),
});

export const RuleAssetInput = z.strictObject({
  id: Id,
  rendition: z.string().max(200).nullable().optional().describe('A transform, such as w_800,f_webp'),
});

const about = {
  label: z.string().trim().min(1).max(200).optional().describe('Default: generated from the key'),
  usage: z.string().trim().max(20_000).nullable().optional(),
  spec: z.record(z.string(), z.unknown()).nullable().optional().describe(specWords),
  assets: z.array(RuleAssetInput).max(50).optional(),
};
const key = z.string().describe('Dotted camelCase, up to 120 characters: color.primary, logo.minClearSpace');
const context = z
  .string()
  .nullable()
  .optional()
  .describe('A slug such as dark-background; null or omitted: the rule for everywhere else');

/** A rule as input. Omitted fields of an existing rule with this key and context stay. */
export const RuleInput = z.strictObject({
  key,
  context,
  type: z.enum(ruleTypes).optional().describe("Can't change; optional for an existing rule"),
  value: Value.optional(),
  ...about,
});
export type RuleInput = z.infer<typeof RuleInput>;

export const RulePatch = z.strictObject({
  key: key.optional(),
  context,
  type: z.enum(ruleTypes).optional().describe("Can't change: only the current type is accepted"),
  value: Value.optional(),
  ...about,
});
export type RulePatch = z.infer<typeof RulePatch>;

/** Rules to set and remove in one call. */
export const maxRulesAtOnce = 100;

export const RuleChanges = z
  .strictObject({
    set: z.array(RuleInput).max(maxRulesAtOnce).optional(),
    remove: z
      .array(z.strictObject({ key: z.string(), context }))
      .max(maxRulesAtOnce)
      .optional(),
  })
  .superRefine(({ set = [], remove = [] }, issues) => {
    if (set.length + remove.length === 0)
      issues.addIssue({ code: 'custom', path: ['set'], message: 'Send set, remove or both.' });
    if (set.length + remove.length > maxRulesAtOnce)
      issues.addIssue({
        code: 'custom',
        path: ['set'],
        message: `Up to ${maxRulesAtOnce} rules per call.`,
      });
  });
export type RuleChanges = z.infer<typeof RuleChanges>;

/**
 * Payload answers `/{anything}/verify/{token}` itself, so a brand with this slug could not be opened in the
 * panel.
 */
export const reservedSlugs: readonly string[] = ['verify'];

/** How callers refer to a brand: its slug in the workspace, or its id. */
export const BrandName = z.string().min(1).max(100);
export const ContextName = z.string().max(100);

// ---- pages

export const sectionWidths = ['narrow', 'normal', 'wide', 'full'] as const;
export const tones = ['plain', 'soft', 'accent', 'dark'] as const;

const Item = z
  .strictObject({
    title: z.string().trim().max(300),
    body: z.string().trim().max(20_000).describe('Markdown'),
    href: z.string().trim().max(2000).describe('The slug of a page, or an http, mailto or tel address'),
    asset: Id,
    rendition: z.string().max(200),
    kind: z.string().max(40),
  })
  .partial();

export const SectionInput = z.strictObject({
  id: z.string().max(40).optional().describe('Unique in the page; generated if omitted'),
  template: z.string().max(60),
  title: z.string().trim().max(300).nullable().optional(),
  body: z.string().trim().max(50_000).nullable().optional().describe('Markdown'),
  width: z.enum(sectionWidths).optional(),
  columns: z.int().min(1).max(6).nullable().optional(),
  tone: z.enum(tones).optional(),
  hidden: z.boolean().optional(),
  keys: z
    .array(z.string().max(120))
    .max(200)
    .optional()
    .describe('Keys of the rules it shows, in this order'),
  props: z.record(z.string(), z.unknown()).optional().describe('As the template defines them'),
  eyebrow: z.string().trim().max(200).nullable().optional(),
  lede: z.string().trim().max(2000).nullable().optional(),
  items: z.array(Item).max(200).nullable().optional(),
  audience: z
    .enum(audiences)
    .nullable()
    .optional()
    .describe("Narrower than the page's: hidden from everyone else"),
});
export type SectionInput = z.infer<typeof SectionInput>;
export const SectionPatch = SectionInput.omit({ id: true }).partial();

const aboutPage = {
  slug: z.string().max(100).describe('Changing it keeps the old one as an alias'),
  title: z.string().trim().min(1).max(200),
  position: z.int().min(0).max(100_000).describe('Among its siblings, from 0'),
  hidden: z.boolean(),
  parent: z.string().max(100).nullable().describe('Slug of the parent page'),
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

const sectionId = z.string().max(40).describe('Id of a section');
const place = z.int().min(0).max(1000);
export const PageOp = z.discriminatedUnion('op', [
  z.strictObject({
    op: z.literal('add'),
    section: SectionInput,
    at: place.optional().describe('Position among the sections, from 0. Default: at the end'),
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

export const PageView = z
  .object({
    brand: z.string(),
    context: maybe(z.string()),
    page: z.object({ ...entry, sections: z.array(Section), keys: z.array(z.string()) }),
    rules: z.array(Rule).describe("The page's rules, as they apply in the context"),
    missing: z.array(z.string()).describe('Keys it refers to that no rule has in the context'),
    warnings: z
      .array(
        z.object({
          section: maybe(z.string()).describe('Id of the section; null: the page'),
          message: z.string(),
        }),
      )
      .describe('Problems for readers'),
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
    example: z.record(z.string(), z.unknown()).describe('A section as PUT accepts it'),
  })
  .meta({ id: 'Template' });

// ---- versions and publishing

const NamedPage = z.object({ slug: z.string(), title: z.string() });
const moved = <T extends z.ZodType>(of: T) =>
  z.object({ added: z.array(of), changed: z.array(of), removed: z.array(of) });

const Changes = z.object({
  rules: moved(z.string()).describe('Keys of rules'),
  pages: moved(NamedPage),
});

export const BrandUpdate = z
  .object({
    version: z.int(),
    publishedAt: z.iso.datetime(),
    publishedBy: z.string(),
    note: maybe(z.string()),
    image: maybe(Id).describe("The picture of the publish; null if there is none, or it can't be used now"),
    changes: Changes.describe(
      'What changed for readers since the previous publish; hidden pages and their subpages are left out',
    ),
  })
  .meta({ id: 'BrandUpdate' });
export type BrandUpdate = z.infer<typeof BrandUpdate>;

export const Published = BrandUpdate.extend({
  unchanged: z.boolean().describe('True if identical to the last publish: nothing was published'),
}).meta({ id: 'BrandPublish' });

export const PublishInput = z.strictObject({
  note: z.string().trim().max(5000).nullish().describe("What's new, for readers: Markdown"),
  image: Id.nullish().describe('A picture for it'),
});

const versionFields = {
  number: z.int(),
  name: maybe(z.string()),
  summary: z.string().describe('What was done, in a few words'),
  actor: z.object({ kind: z.string(), id: maybe(z.string()), name: z.string() }),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe('When it was last edited'),
  publishedAt: maybe(z.iso.datetime()),
  publishedBy: maybe(z.string()),
  note: maybe(z.string()),
  image: maybe(Id),
  live: z.boolean().describe('True for the published version that readers see'),
};

export const BrandVersion = z.object(versionFields).meta({ id: 'BrandVersion' });
export type BrandVersion = z.infer<typeof BrandVersion>;

const RuleContent = z.looseObject({
  key: z.string(),
  label: z.string(),
  type: z.enum(ruleTypes),
  value: Value,
});

export const BrandVersionView = z
  .object({
    ...versionFields,
    against: maybe(z.int()).describe('The version it is compared with; null: an empty brand'),
    changes: Changes.describe('As editors see them, including hidden pages'),
    differences: z.object({
      name: maybe(z.object({ before: z.string(), after: z.string() })),
      theme: z.array(z.string()).describe('Roles and measures that differ'),
      rules: z.array(
        z.object({
          key: z.string(),
          context: maybe(z.string()),
          before: maybe(RuleContent),
          after: maybe(RuleContent),
        }),
      ),
      pages: z.array(
        z.object({
          slug: z.string(),
          title: z.string(),
          change: z.enum(['added', 'changed', 'removed']),
          fields: z.array(z.string()).describe('Page fields that differ'),
          sections: moved(z.string()).describe('Ids of sections'),
        }),
      ),
      order: z.boolean().describe('True if rules or pages are in another order'),
    }),
    state: z.looseObject({ name: z.string() }).describe('Its content: name, theme, rules and pages'),
  })
  .meta({ id: 'BrandVersionView' });
export type BrandVersionView = z.infer<typeof BrandVersionView>;

export const VersionPatch = z.strictObject({
  name: z.string().trim().min(1).max(120).nullable().describe('The name to keep it under; null removes it'),
});

// ---- comments

const commentFields = {
  id: Id,
  thread: maybe(Id).describe('The comment it replies to; null if it starts a thread'),
  page: z.string().describe('Slug of the page'),
  section: maybe(z.string()).describe('Id of the section; null: the whole page'),
  body: z.string(),
  author: z.object({ kind: z.string(), id: maybe(z.string()), name: z.string() }),
  createdAt: z.iso.datetime(),
  editedAt: maybe(z.iso.datetime()),
  resolvedAt: maybe(z.iso.datetime()),
  resolvedBy: maybe(z.string()),
};
const OneComment = z.object(commentFields).meta({ id: 'BrandComment' });
export type BrandComment = z.infer<typeof OneComment>;

export const CommentThread = z
  .object({ ...commentFields, replies: z.array(OneComment).describe('Oldest first') })
  .meta({ id: 'BrandCommentThread' });
export type CommentThread = z.infer<typeof CommentThread>;

const commentBody = z.string().trim().min(1).max(10_000).describe('Markdown');
export const NewComment = z
  .strictObject({
    page: z.string().min(1).max(100).optional().describe('Slug of the page it is on'),
    section: z.string().max(40).optional().describe('Id of a section of that page'),
    thread: Id.optional().describe('The comment to reply to, instead of page and section'),
    body: commentBody,
  })
  .superRefine(({ page, section, thread }, issues) => {
    if (thread === undefined && page === undefined)
      issues.addIssue({
        code: 'custom',
        path: ['page'],
        message: 'Send a page, or the thread to reply to.',
      });
    if (thread !== undefined && (page !== undefined || section !== undefined))
      issues.addIssue({
        code: 'custom',
        path: ['thread'],
        message: 'A reply belongs to its thread. Leave out page and section.',
      });
  });
export type NewComment = z.infer<typeof NewComment>;

export const CommentPatch = z
  .strictObject({ body: commentBody, resolved: z.boolean().describe('Only for a thread') })
  .partial();
export type CommentPatch = z.infer<typeof CommentPatch>;
