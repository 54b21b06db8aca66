// The access report as the API shows it: interface 2.9.
import { z } from 'zod';
import { ResourceName } from '../core/access/resources.ts';
import { Grant, ScopeName } from '../core/access/schemas.ts';
import { PlaceOutside } from '../uses/schemas.ts';

export const holderKinds = ['person', 'agent', 'public', 'link'] as const;

export const Holder = z
  .object({
    kind: z.enum(holderKinds).describe('agent: an API key. public: anyone. link: anyone with the link'),
    id: z
      .uuid()
      .nullable()
      .describe('The id of the person, key, link or approved request; null for the public'),
    who: z.string().describe('The name to display'),
    email: z.string().nullable().describe("A person's or guest's; only for callers with write or more"),
    scope: ScopeName.nullable().describe('null if they only have access to what is delivered'),
    via: z
      .string()
      .describe('The grant, link or public access that lets them in, in words: the highest one on the path'),
    grant: z.uuid().nullable().describe("The id of that grant; null if it isn't one"),
  })
  .meta({ id: 'Holder' });
export type Holder = z.infer<typeof Holder>;

/** A grant as readers of the resource see it. */
const GrantSeen = Grant.extend({
  user: z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() }).nullable(),
}).meta({ id: 'GrantSeen', description: 'A grant; the e-mail address is null for callers below write' });
export type GrantSeen = z.infer<typeof GrantSeen>;

export const Holders = z
  .object({
    id: z.uuid(),
    name: z.string(),
    private: z.boolean(),
    holders: z.array(Holder),
    on: z
      .object({ resource: ResourceName, resourceId: z.uuid(), name: z.string() })
      .nullable()
      .describe('The resource that holds the grants: the brand of a rule or page; null for a portal or site'),
    granted: z.array(GrantSeen).describe('The grants made on it'),
    unanswered: z
      .array(z.string())
      .optional()
      .describe('Modules that failed to say who can see it; holders is incomplete then'),
  })
  .meta({ id: 'Holders' });
export type Holders = z.infer<typeof Holders>;

/** Maximum number of places listed per kind. */
export const mostUses = 100;

const upTo100 = <T extends z.ZodType>(one: T) =>
  z.object({ data: z.array(one).max(mostUses), total: z.int() });
const Place = z.object({ id: z.uuid(), name: z.string() });
const inBrand = {
  brand: z.string().describe('Its slug'),
  brandName: z.string(),
  draft: z.boolean().describe('Used in the current draft'),
  published: z.boolean().describe('Used in the latest publish'),
};

/** Where one version of an asset is used. */
const VersionUses = z
  .object({
    collections: upTo100(Place),
    rules: upTo100(
      z.object({
        ...inBrand,
        id: z.uuid().nullable().describe('null if only the latest publish uses it'),
        key: z.string(),
        label: z.string(),
        context: z.string().nullable(),
      }),
    ),
    pages: upTo100(
      z.object({
        ...inBrand,
        slug: z.string(),
        title: z.string(),
        through: z
          .array(z.string())
          .describe('Keys of the rules by which it shows the asset; empty if the page names it itself'),
      }),
    ),
    portals: upTo100(Place).describe('Portals that use it as their logo; for callers who can manage portals'),
    branding: z.array(z.enum(['icon', 'logo'])).describe("Where it's used in the organization's branding"),
    watermarks: z.array(z.string()).describe('Presets of the workspace that draw it over their pictures'),
    links: upTo100(Place.extend({ expiresAt: z.iso.datetime().nullable() })).describe(
      'Its share links, including expired ones; for callers who can share it',
    ),
    outside: upTo100(PlaceOutside).describe(
      'Places outside of Marque that were reported (POST /api/v1/uses), last seen first',
    ),
    derived: upTo100(Place).describe('Assets derived from it'),
    supersedes: upTo100(Place).describe('Assets it replaces'),
  })
  .meta({ id: 'VersionUses', description: 'Up to 100 of each kind, with the total' });
export type VersionUses = z.infer<typeof VersionUses>;

/** Maximum number of other versions whose uses are listed. */
export const mostVersions = 20;

/** What to answer beside the uses of the asset itself. */
export const UsesQuery = z.object({
  include: z
    .enum(['otherVersions'])
    .optional()
    .describe('otherVersions: also where other versions of the asset are used'),
});

export const AssetUses = VersionUses.extend({
  otherVersions: z
    .array(
      z.object({
        id: z.uuid(),
        version: z.int().nullable(),
        current: z.boolean().describe('Whether it is the version to use'),
        uses: VersionUses,
      }),
    )
    .max(mostVersions)
    .optional()
    .describe(
      'Other versions of the asset that are used somewhere, newest first, if you asked for them with `include`',
    ),
}).meta({ id: 'AssetUses', description: 'Up to 100 of each kind, with the total' });
export type AssetUses = z.infer<typeof AssetUses>;
