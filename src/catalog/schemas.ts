// Who can reach a thing, as the interface shows it: interface 2.9.
import { z } from 'zod';
import { resources } from '../access/ladder.ts';
import { Grant, ScopeName } from '../access/schemas.ts';

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
