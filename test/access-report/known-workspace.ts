// What tests of the access report ask about: its address, the parts of a brand, and a workspace whose callers
// are known.
import { expect } from '@jest/globals';
import type { Key } from '../setup/callers.ts';
import { makeDefaultBrand } from '../brands/brand.ts';
import type { Person, Place, TestService } from '../setup/service.ts';

export interface Holder {
  kind: string;
  id: string | null;
  who: string;
  email: string | null;
  scope: string | null;
  via: string;
  grant: string | null;
}

export const address = (ref: string, who?: string): string =>
  `/api/v1/catalog/${encodeURIComponent(ref)}/access${who === undefined ? '' : `?who=${encodeURIComponent(who)}`}`;

export async function partsOfBrand(
  marque: TestService,
  brand: string,
  workspace: string,
): Promise<{ rule: string; page: string }> {
  const { db } = marque.service;
  const [rule] = await db.query<{ id: string }>(
    `insert into brand_rules (brand_id, workspace_id, key, label, type, value, spec, assets)
     values ($1, $2, 'color.primary', 'Primary', 'color', '{"is": "#102030"}', '{}', '[]') returning id`,
    [brand, workspace],
  );
  const [page] = await db.query<{ id: string }>(
    `insert into brand_pages (brand_id, workspace_id, title, slug, aliases, sections)
     values ($1, $2, 'Logo', 'logo', '["mark"]', '[]') returning id`,
    [brand, workspace],
  );
  return { rule: rule?.id ?? '', page: page?.id ?? '' };
}

export interface KnownWorkspace {
  place: Place;
  boss: Person;
  writer: Person;
  reader: Person;
  grants: Record<'boss' | 'writer' | 'reader', string>;
  brand: string;
  rule: string;
  page: string;
  service: Key;
}

/** Creates a workspace with an admin, a writer, a reader, a key and a brand. */
export async function makeKnownWorkspace(marque: TestService): Promise<KnownWorkspace> {
  const place = await marque.makePlace('Acme');
  const [boss, writer, reader] = await Promise.all([
    marque.makePerson('Bea Boss'),
    marque.makePerson('Will Writer'),
    marque.makePerson('Rae Reader'),
  ]);
  const grants = {
    boss: await marque.grant(boss.id, 'organization', place.organizationId, 'admin', { place }),
    writer: await marque.grant(writer.id, 'workspace', place.workspaceId, 'write', { place }),
    reader: await marque.grant(reader.id, 'workspace', place.workspaceId, 'read', { place }),
  };
  const brand = await makeDefaultBrand(marque, place, 'Acme Brand');
  const { rule, page } = await partsOfBrand(marque, brand, place.workspaceId);
  const service = await marque.makeKey(place, 'propose');
  return { place, boss, writer, reader, grants, brand, rule, page, service };
}

/** The holders of everything in it that isn't private. */
export const holdersOnRoles = ({ boss, writer, reader, grants, service }: KnownWorkspace): Holder[] => [
  {
    kind: 'person',
    id: boss.id,
    who: 'Bea Boss',
    email: boss.email,
    scope: 'admin',
    via: 'Organization Acme',
    grant: grants.boss,
  },
  {
    kind: 'person',
    id: writer.id,
    who: 'Will Writer',
    email: writer.email,
    scope: 'write',
    via: 'Workspace Library',
    grant: grants.writer,
  },
  {
    kind: 'person',
    id: reader.id,
    who: 'Rae Reader',
    email: reader.email,
    scope: 'read',
    via: 'Workspace Library',
    grant: grants.reader,
  },
  {
    kind: 'agent',
    id: service.id,
    who: expect.stringMatching(/^Key /) as unknown as string,
    email: null,
    scope: 'propose',
    via: 'Key of workspace Library',
    grant: null,
  },
];
