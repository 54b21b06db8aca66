// A brand's versions, publishes and status as the API shows them, and the input of callers.
import { z } from 'zod';
import { Id } from '../../assets/schemas.ts';
import { ruleTypes, Value } from '../rules/schemas.ts';

const maybe = <T extends z.ZodType>(schema: T) => schema.nullable();

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
            // The API spelled it so from the beginning.
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
