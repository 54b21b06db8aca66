// What a request to a site's host finds: the site, whether the visitor may see it, the deployment, its rules, and the file. One
// statement; a second one only when a deployment with rules is seen for the first time.
import { statement } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import type { HeaderRules } from '../lib/site-rules/headers.ts';
import type { Outcome } from '../lib/site-rules/redirects.ts';
import type { AccessMode } from '../sharing/schemas.ts';
import { filesAt, filesAtSql } from './clean-urls.ts';
import { learnRules, probableRules, type KnownRules } from './known-rules.ts';
import { previewAudienceSql } from './previews.ts';
import { idsOfPreview, type HostPlace } from './rules.ts';
import type { SiteRules } from './site-rules.ts';
import { mayRead } from './visibility.ts';

/**
 * `$1` is the slug, `$2` the possible mount paths, `$3` the path, `$4` and `$5` a person and their session. `$6` is the deployment
 * whose rules this process has, with the files that they name for this path: `$7` instead of the path's own, `$8` if it has none.
 *
 * @param open whether everyone may see it.
 * @param deployment which one is served.
 */
const lookupSql = (
  open: string,
  deployment: string,
): string => `select s.id, s.access, p.version, ${open} as open,
     case when $4::uuid is null then false else ${mayRead('$4::uuid', '$5::text')} end as member,
     d.id as deployment, d.path as mount, d.sha256, d.brotli_sha256, n.rel, case when d.id is distinct from $6::uuid then d.rules end as rules,
     case when n.rel ~ '.(/|[.]html)$' then exists (select from marque.deployment_files t
       where t.deployment_id = d.id and t.path = regexp_replace(n.rel, '(/|[.]html)$', '')) else false end as taken,
     f.path as file, f.data_at, f.packed, f.size, f.crc, f.deflated, f.br_at, f.br_size
   from payload.sites s left join marque.site_passwords p on p.site_id = s.id
   left join lateral (select d.id, d.path, d.sha256, d.brotli_sha256, d.rules from marque.deployments d where d.site_id = s.id and ${deployment} limit 1) d on true
   left join lateral (select r.rel, case when d.id = $6::uuid then $7::text[] else '{}' end || (${filesAtSql('r.rel')})
       || case when d.id = $6::uuid then $8::text[] else '{}' end || array['404.html'] as names
     from (select ltrim(substr($3::text, case when d.path = '/' then 1 else length(d.path) + 1 end), '/') as rel) r
     where d.path = any($2::text[])) n on d.id is not null
   left join lateral (select f.* from marque.deployment_files f where f.deployment_id = d.id and f.path = any(n.names)
     order by array_position(n.names, f.path) limit 1) f on true
   where s.slug = $1`;

const liveLookup = statement(
  'sites:serve',
  lookupSql(
    `s.access = 'public'`,
    `d.state = 'live' and d.path = any($2::text[]) order by length(d.path) desc`,
  ),
);

/** `$9` and `$10`: the lowest and the highest id that the address can mean. */
const previewLookup = statement(
  'sites:serve-preview',
  lookupSql(
    `s.access = 'public' and ${previewAudienceSql} = 'everyone'`,
    `d.state in ('live', 'replaced') and d.id between $9::uuid and $10::uuid order by d.number desc`,
  ),
);

export interface FoundRow {
  id: string;
  access: AccessMode;
  version: number | null;
  open: boolean;
  member: boolean;
  deployment: string | null;
  mount: string | null;
  sha256: string | null;
  brotli_sha256: string | null;
  /** The path below the mount, without a slash at the start; null if it isn't below it. */
  rel: string | null;
  rules: SiteRules | null;
  /** Whether there is an `x`, where `x.html` or `x/` was asked for. */
  taken: boolean;
  file: string | null;
  data_at: number;
  packed: number;
  size: number;
  crc: number;
  deflated: boolean;
  br_at: number | null;
  br_size: number | null;
}

export interface Found {
  row: FoundRow;
  /** What the redirect rules say. */
  outcome: Outcome | null;
  /** The files that they name, in order. */
  named: readonly string[];
  headers: HeaderRules | null;
}

export interface Wanted {
  place: HostPlace;
  /** Decoded. */
  path: string;
  url: URL;
  person: { userId: string; sessionId: string } | null;
}

/** Every mount path of a build that could serve `path`. */
function mountsAbove(path: string): string[] {
  const segments = path.split('/').filter(Boolean).slice(0, 4);
  return ['/', ...segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`)];
}

/** A mount as it stands before a path. */
export const prefixOf = (mount: string): string => (mount === '/' ? '' : mount);

function outcomeOf({ redirects, mount }: KnownRules, { path, url }: Wanted): Outcome | null {
  const prefix = prefixOf(mount);
  const below = `/${path.slice(prefix.length).replace(/^\/+/, '')}`;
  return redirects.find({ path: below, mount: prefix, url });
}

/** The files that a rule names. No file has a NUL in its path, and no statement takes one. */
const filesOf = (outcome: Outcome | null): string[] =>
  outcome?.kind === 'serve' && !outcome.path.includes('\0') ? filesAt(outcome.path.replace(/^\/+/, '')) : [];

/** The parameters of the lookup. */
function valuesOf(
  { place, path, person }: Wanted,
  mounts: readonly string[],
  ruled: { deployment: string | null; over: boolean; named: readonly string[] },
): unknown[] {
  const { deployment, over, named } = ruled;
  return [
    place.slug,
    mounts,
    path,
    person?.userId ?? null,
    person?.sessionId ?? null,
    deployment,
    over ? named : [],
    over ? [] : named,
    ...(place.preview === null ? [] : idsOfPreview(place.preview)),
  ];
}

/** How often rules may turn out to be another deployment's: each time, one has gone live in between. */
const maxTries = 4;

/** Null if there is no such site. */
export async function lookUp({ db }: Service, wanted: Wanted): Promise<Found | null> {
  const { place, path } = wanted;
  const lookup = place.preview === null ? liveLookup : previewLookup;
  const mounts = mountsAbove(path);
  let known = probableRules(place.label, mounts);
  for (let tries = 1; ; tries += 1) {
    const outcome = known && outcomeOf(known, wanted);
    const named = filesOf(outcome);
    const ruled = { deployment: known?.deployment ?? null, over: outcome?.over ?? false, named };
    const [row] = await db.query<FoundRow>(lookup, valuesOf(wanted, mounts, ruled));
    if (!row) return null;
    if (known && row.deployment === known.deployment) return { row, outcome, named, headers: known.headers };
    if (known || row.rules) known = learnRules(place.label, mounts, row);
    if (!known || tries === maxTries) return { row, outcome: null, named: [], headers: null };
  }
}
