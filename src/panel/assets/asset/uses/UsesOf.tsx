'use client';
// Links to the places where an asset is used, limited to what the person can read.
import { Link } from '@payloadcms/ui';
import type { AssetUses as Uses, VersionUses } from '../../../../access-report/schemas.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { useMe } from '../../../client/me.tsx';
import { PlaceList, type Place } from '../../../shell/PlaceList.tsx';
import { useAdminRoute } from '../../../shell/routes.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Translate, Words } from '../../../words/words.tsx';

interface Kind {
  label: string;
  entries: Place[];
  total: number;
}

function stateOf({ draft, published }: { draft: boolean; published: boolean }, t: Translate): string {
  if (!published) return t('uses:notPublished');
  return t(draft ? 'uses:published' : 'uses:onlyPublished');
}

const listed = <T extends { id: string; name: string }>(
  label: string,
  { data, total }: { data: readonly T[]; total: number },
  pathOf: (id: string) => Place['path'],
  noteOf: (one: T) => string = () => '',
): Kind => ({
  label,
  total,
  entries: data.map((one) => ({ key: one.id, name: one.name, note: noteOf(one), path: pathOf(one.id) })),
});

/** Something that only the published version uses is found in the history. */
const partOf = (brand: string, draft: boolean, part: `/${string}` | ''): `/${string}` =>
  `/brands/${brand}${draft ? part : '/versions'}`;

/** What the person may set: links lead only there. */
interface MaySet {
  branding: boolean;
  presets: boolean;
}

/** What others reported, at addresses of theirs. */
function outside({ data, total }: VersionUses['outside'], { t, moment }: Words): Kind {
  const entries = data.map(({ id, url, title, context, by, lastSeenAt }) => ({
    key: id,
    name: (
      <a href={url} target="_blank" rel="noreferrer">
        {title ?? url}
      </a>
    ),
    note: [context, t('uses:reported', { by: by.name, date: moment(lastSeenAt) })]
      .filter(Boolean)
      .join(' · '),
    path: null,
  }));
  return { label: t('uses:outside'), total, entries };
}

function kindsOf(uses: VersionUses, maySet: MaySet, words: Words): Kind[] {
  const { t, list, moment } = words;
  const asset = (id: string) => `/collections/assets/${id}` as const;
  const branding = uses.branding.map((part) => ({
    key: part,
    name: t(part === 'logo' ? 'uses:logo' : 'uses:icon'),
    note: '',
    path: maySet.branding ? ('/settings' as const) : null,
  }));
  const watermarks = uses.watermarks.map((preset) => ({
    key: preset,
    name: preset,
    note: '',
    path: maySet.presets ? ('/settings' as const) : null,
  }));
  return [
    listed(t('menu:collections'), uses.collections, (id) => `/collections/collections/${id}`),
    {
      label: t('uses:brandRules'),
      total: uses.rules.total,
      entries: uses.rules.data.map((rule) => ({
        key: `${rule.brand} ${rule.key} ${rule.context ?? ''}`,
        name: rule.label || rule.key,
        note: [rule.brandName, rule.context, stateOf(rule, t)].filter(Boolean).join(' · '),
        path: partOf(rule.brand, rule.draft, ''),
      })),
    },
    {
      label: t('uses:brandPages'),
      total: uses.pages.total,
      entries: uses.pages.data.map((page) => ({
        key: `${page.brand} ${page.slug}`,
        name: page.title,
        note: [
          page.brandName,
          page.through.length > 0 && t('uses:through', { rules: list(page.through) }),
          stateOf(page, t),
        ]
          .filter(Boolean)
          .join(' · '),
        path: partOf(page.brand, page.draft, `/pages/${page.slug}`),
      })),
    },
    listed(t('uses:portalLogos'), uses.portals, (id) => `/collections/portals/${id}`),
    { label: t('uses:branding'), entries: branding, total: branding.length },
    { label: t('uses:watermarkOf'), entries: watermarks, total: watermarks.length },
    listed(
      t('uses:shareLinks'),
      uses.links,
      () => null,
      ({ expiresAt }) =>
        expiresAt === null ? t('uses:linkUntilRevoked') : t('uses:linkUntil', { date: moment(expiresAt) }),
    ),
    outside(uses.outside, words),
    listed(t('uses:derived'), uses.derived, asset),
    listed(t('uses:replaced'), uses.supersedes, asset),
  ].filter(({ entries }) => entries.length > 0);
}

/** The places by kind. @param version of which version, where it isn't the asset itself */
function Kinds({ kinds, version = '' }: { kinds: readonly Kind[]; version?: string }) {
  const { t } = useWords();
  return kinds.map(({ label, entries, total }) => (
    <section key={label} aria-label={label}>
      <h3>{label}</h3>
      <PlaceList
        label={[version, t('uses:whereUsed', { kind: label })].filter(Boolean).join(' · ')}
        places={entries}
      />
      {total > entries.length && (
        <p className="mq-hint">{t('uses:more', { count: total - entries.length })}</p>
      )}
    </section>
  ));
}

/** Where other versions still are: making another one current doesn't change that. */
function OtherVersions({
  versions,
  kindsIn,
}: {
  versions: NonNullable<Uses['otherVersions']>;
  kindsIn: (uses: VersionUses) => Kind[];
}) {
  const { t } = useWords();
  const route = useAdminRoute();
  return versions.map(({ id, version, current, uses }) => {
    const name = t(current ? 'uses:currentVersion' : 'uses:version', { version: version ?? '?' });
    return (
      <section key={id} className="mq-uses__version" aria-label={name}>
        <h2>
          <Link href={route(`/collections/assets/${id}`)} prefetch={false}>
            {name}
          </Link>
        </h2>
        <Kinds kinds={kindsIn(uses)} version={name} />
      </section>
    );
  });
}

interface Props {
  id: string;
  /** Lists where other versions are used, too. */
  withVersions?: boolean;
}

export function UsesOf({ id, withVersions = false }: Props) {
  const words = useWords();
  const { t } = words;
  const me = useMe();
  const { data: uses, problem } = useOperation('list_asset_uses', {
    id,
    ...(withVersions && { include: 'otherVersions' }),
  });
  if (problem) return <Alert problem={problem} />;
  if (!uses) return null;
  const maySet = { branding: me?.organizationScope === 'admin', presets: me?.scope === 'admin' };
  const kindsIn = (of: VersionUses): Kind[] => kindsOf(of, maySet, words);
  const kinds = kindsIn(uses);
  return (
    <div className="mq-uses">
      {kinds.length === 0 && <p className="mq-quiet">{t('uses:none')}</p>}
      <Kinds kinds={kinds} />
      <OtherVersions versions={uses.otherVersions ?? []} kindsIn={kindsIn} />
    </div>
  );
}
