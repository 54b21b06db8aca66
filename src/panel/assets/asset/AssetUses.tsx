'use client';
// Links to the places where an asset is used, limited to what the person can read.
import { Link } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import type { AssetUses as Uses } from '../../../access-report/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { Alert } from '../../ui/Alert.tsx';
import { moment } from '../../ui/format.ts';
import { useMe } from '../../client/me.tsx';
import { useAdminRoute } from '../../shell/routes.ts';
import { useAssetForm } from './useAssetForm.ts';

interface Entry {
  key: string;
  name: ReactNode;
  note: string;
  /** Null if there's no page to link to. */
  path: `/${string}` | null;
}

interface Kind {
  label: string;
  entries: Entry[];
  total: number;
}

const stateOf = ({ draft, published }: { draft: boolean; published: boolean }): string => {
  if (!published) return 'not published yet';
  return draft ? 'published' : 'only in the published version';
};

const listed = <T extends { id: string; name: string }>(
  label: string,
  { data, total }: { data: readonly T[]; total: number },
  pathOf: (id: string) => Entry['path'],
  noteOf: (one: T) => string = () => '',
): Kind => ({
  label,
  total,
  entries: data.map((one) => ({ key: one.id, name: one.name, note: noteOf(one), path: pathOf(one.id) })),
});

/** Something that only the published version uses is found in the history. */
const partOf = (brand: string, draft: boolean, part: `/${string}` | ''): `/${string}` =>
  `/brands/${brand}${draft ? part : '/versions'}`;

function kindsOf(uses: Uses, maySetBranding: boolean): Kind[] {
  const asset = (id: string) => `/collections/assets/${id}` as const;
  const branding = uses.branding.map((part) => ({
    key: part,
    name: part === 'logo' ? 'Logo' : 'Icon',
    note: '',
    path: maySetBranding ? ('/settings' as const) : null,
  }));
  return [
    listed('Collections', uses.collections, (id) => `/collections/collections/${id}`),
    {
      label: 'Brand rules',
      total: uses.rules.total,
      entries: uses.rules.data.map((rule) => ({
        key: `${rule.brand} ${rule.key} ${rule.context ?? ''}`,
        name: rule.label || rule.key,
        note: [rule.brandName, rule.context, stateOf(rule)].filter(Boolean).join(' · '),
        path: partOf(rule.brand, rule.draft, ''),
      })),
    },
    {
      label: 'Brand pages',
      total: uses.pages.total,
      entries: uses.pages.data.map((page) => ({
        key: `${page.brand} ${page.slug}`,
        name: page.title,
        note: `${page.brandName} · ${stateOf(page)}`,
        path: partOf(page.brand, page.draft, `/pages/${page.slug}`),
      })),
    },
    listed('Portals that use it as their logo', uses.portals, (id) => `/collections/portals/${id}`),
    { label: 'Organization branding', entries: branding, total: branding.length },
    listed(
      'Share links',
      uses.links,
      () => null,
      ({ expiresAt }) =>
        `${expiresAt === null ? 'until revoked' : `until ${moment(expiresAt)}`} · see “Who can reach it”`,
    ),
    listed('Derived from it', uses.derived, asset),
    listed('Replaced by it', uses.supersedes, asset),
  ].filter(({ entries }) => entries.length > 0);
}

export function AssetUses() {
  const { asset } = useAssetForm();
  const route = useAdminRoute();
  const me = useMe();
  const { data: uses, problem } = useOperation('list_asset_uses', asset ? { id: asset.id } : null);
  if (problem) return <Alert problem={problem} />;
  if (!uses) return null;
  const kinds = kindsOf(uses, me?.organizationScope === 'admin');
  if (kinds.length === 0) return <p className="mq-quiet">Not used anywhere you can see.</p>;
  return (
    <div className="mq-uses">
      {kinds.map(({ label, entries, total }) => (
        <section key={label} aria-label={label}>
          <h3>{label}</h3>
          <ul aria-label={`Where used: ${label}`}>
            {entries.map(({ key, name, note, path }) => (
              <li key={key}>
                {path === null ? (
                  <span>{name}</span>
                ) : (
                  <Link href={route(path)} prefetch={false}>
                    {name}
                  </Link>
                )}
                {note && <span className="mq-muted"> {note}</span>}
              </li>
            ))}
          </ul>
          {total > entries.length && <p className="mq-hint">And {total - entries.length} more.</p>}
        </section>
      ))}
    </div>
  );
}
