// Who can reach a thing, as the interface shows it: interface 2.9.
import { z } from 'zod';
import { resources } from '../core/access/ladder.ts';
import { Grant, ScopeName } from '../core/access/schemas.ts';

export const holderKinds = ['person', 'agent', 'public', 'link'] as const;

export const Holder = z
  .object({
    kind: z
      .enum(holderKinds)
      .describe('agent: a key. public: whoever comes to it. link: whoever has the link'),
    id: z
      .uuid()
      .nullable()
      .describe('Of the person, the key, the link or the approved request; null for the public'),
    who: z.string().describe('A name to show'),
    email: z.string().nullable().describe('Of a person or a guest, for callers with write or more'),
    scope: ScopeName.nullable().describe('null where they only receive it'),
    via: z.string().describe('The grant or door that lets them in, in words: the highest on the path'),
    grant: z.uuid().nullable().describe('That grant; null where it is none'),
  })
  .meta({ id: 'Holder' });
export type Holder = z.infer<typeof Holder>;

/** A grant as whoever reads the thing sees it. */
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
      .object({ resource: z.enum(resources), resourceId: z.uuid(), name: z.string() })
      .nullable()
      .describe("What takes a grant here: a rule's or page's brand; null for a portal or site"),
    granted: z.array(GrantSeen).describe('The grants made on that'),
  })
  .meta({ id: 'Holders' });
export type Holders = z.infer<typeof Holders>;

/** The most places of one kind that are told. */
export const mostUses = 100;

const upTo100 = <T extends z.ZodType>(one: T) =>
  z.object({ data: z.array(one).max(mostUses), total: z.int() });
const Place = z.object({ id: z.uuid(), name: z.string() });
const inBrand = {
  brand: z.string().describe('Its slug'),
  brandName: z.string(),
  draft: z.boolean().describe('Named in what is worked on'),
  published: z.boolean().describe('Named in the latest publish'),
};

export const AssetUses = z
  .object({
    collections: upTo100(Place),
    rules: upTo100(
      z.object({
        ...inBrand,
        id: z.uuid().nullable().describe('null: only the latest publish names it'),
        key: z.string(),
        label: z.string(),
        context: z.string().nullable(),
      }),
    ),
    pages: upTo100(z.object({ ...inBrand, slug: z.string(), title: z.string() })),
    portals: upTo100(Place).describe('Whose logo it is; for those who may manage portals'),
    branding: z.array(z.enum(['icon', 'logo'])).describe('What it is of the look of the organization'),
    links: upTo100(Place.extend({ expiresAt: z.iso.datetime().nullable() })).describe(
      'Share links on it, expired ones too; for those who may share it',
    ),
    derived: upTo100(Place).describe('Assets made from it'),
    supersedes: upTo100(Place).describe('Assets that it replaces'),
  })
  .meta({ id: 'AssetUses', description: 'Each kind up to 100, with how many there are' });
export type AssetUses = z.infer<typeof AssetUses>;
