'use client';
// What a proposal would change: before and after side by side, with previews, colour swatches and text diffs.
import { Link } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import type { Asset, Rights } from '../../assets/schemas.ts';
import type { Proposal } from '../../proposals/schemas.ts';
import { valueWords } from '../events/event-words.ts';
import { contentOf, filesize, hasPicture, kindOf } from '../ui/format.ts';
import { FileIcon } from '../ui/icons.tsx';
import {
  proposedIn,
  type ProposedAsset,
  type Named,
  type ProposedPage,
  type ProposedRule,
} from './proposal-words.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { wordsOfRule } from '../brands/RuleSample.tsx';
import { Marked, useTextDiff } from '../ui/TextDiff.tsx';
import { Thumbnail } from '../ui/Thumbnail.tsx';
import { useFields } from '../client/useFields.ts';
import { useRead } from '../client/useRead.ts';
import { showValue } from '../fields/ValuesField.tsx';

interface SidesProps {
  before: ReactNode;
  after: ReactNode;
  /** The titles of the sides. */
  names?: readonly [string, string];
}

/** Two sides, stacked on narrow screens. */
function Sides({ before, after, names = ['Before', 'After'] }: SidesProps) {
  return (
    <div className="mq-sides">
      <div className="mq-side">
        <p className="mq-side__name">{names[0]}</p>
        {before}
      </div>
      <div className="mq-side mq-side--after">
        <p className="mq-side__name">{names[1]}</p>
        {after}
      </div>
    </div>
  );
}

const Nothing = ({ children = 'Nothing' }: { children?: ReactNode }) => (
  <span className="mq-muted">{children}</span>
);

/** A file by id: thumbnail and name, linked to the asset. */
function FileOf({ id }: { id: string }) {
  const { data } = useRead<Asset>(`/api/v1/assets/${id}`);
  const route = useAdminRoute();
  if (!data) return <span className="mq-filebox" />;
  return (
    <Link
      className="mq-file-of"
      href={route(`/collections/assets/${id}`)}
      prefetch={false}
      title={data.filename}
    >
      <span className="mq-filebox">
        <Thumbnail asset={data} shownAt={96} />
      </span>
      <span>{data.metadata.title ?? data.filename}</span>
    </Link>
  );
}

/** A text diff. */
function TextSides({ before, after }: { before: string; after: string }) {
  const [was, becomes] = useTextDiff(before, after);
  return (
    <Sides
      before={before === '' ? <Nothing /> : <Marked parts={was} side="before" />}
      after={after === '' ? <Nothing /> : <Marked parts={becomes} side="after" />}
    />
  );
}

// ---- assets

function Picture({ asset, name, large }: { asset: PictureOf; name: string; large?: boolean }) {
  const { id, mime, width, height } = asset;
  if (hasPicture(asset))
    return (
      <a className="mq-preview" href={contentOf(id)} target="_blank" rel="noreferrer">
        <img
          src={contentOf(id, large ? 'w_1280,f_webp' : 'w_640,f_webp')}
          alt={name}
          {...(width && height ? { width, height } : {})}
        />
      </a>
    );
  const source = contentOf(id);
  return (
    <span className="mq-preview">
      {mime.startsWith('video/') ? (
        <video controls preload="metadata" src={source} aria-label={name}>
          <track kind="captions" />
        </video>
      ) : mime.startsWith('audio/') ? (
        <audio controls preload="metadata" src={source} aria-label={name} />
      ) : (
        <span className="mq-preview__none">
          <FileIcon /> {kindOf(mime)}
        </span>
      )}
    </span>
  );
}
type PictureOf = Pick<Asset, 'id' | 'mime' | 'width' | 'height'>;

type Fact = readonly [label: string, value: ReactNode];

function Facts({ facts }: { facts: readonly Fact[] }) {
  const filled = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (filled.length === 0) return null;
  return (
    <dl className="mq-facts mq-facts--rows">
      {filled.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Tags({
  tags,
  fresh = [],
  gone = [],
}: {
  tags: readonly string[];
  fresh?: readonly string[];
  gone?: readonly string[];
}) {
  if (tags.length + fresh.length + gone.length === 0) return <Nothing>None</Nothing>;
  return (
    <ul className="mq-taglist">
      {tags.map((tag) => (
        <li key={tag} className="mq-chip">
          {tag}
        </li>
      ))}
      {fresh.map((tag) => (
        <li key={tag} className="mq-chip mq-chip--fresh">
          <span aria-hidden="true">+</span>
          <span className="mq-sr-only">new: </span>
          {tag}
        </li>
      ))}
      {gone.map((tag) => (
        <li key={tag} className="mq-chip mq-chip--gone">
          <span aria-hidden="true">−</span>
          <span className="mq-sr-only">removed: </span>
          <del>{tag}</del>
        </li>
      ))}
    </ul>
  );
}

const originWords = {
  shot: 'Shot',
  licensed: 'Licensed',
  generated: 'Generated',
} as const satisfies Record<NonNullable<ProposedAsset['origin']>, string>;

/** What to compare it with: the current version, or the asset it was made from. */
function useOther(id: string, proposed: ProposedAsset): { asset: Asset; name: string } | null {
  const versions = useRead<Asset[]>(proposed.versionOf ? `/api/v1/assets/${id}/versions` : null);
  const parent = useRead<Asset>(
    !proposed.versionOf && proposed.parentAssetId ? `/api/v1/assets/${proposed.parentAssetId}` : null,
  );
  const now = versions.data?.find((one) => one.current && one.id !== id);
  if (now) return { asset: now, name: 'Current version' };
  return parent.data ? { asset: parent.data, name: 'Made from' } : null;
}

function AssetChange({ id, proposed }: { id: string; proposed: ProposedAsset }) {
  const { data: asset } = useRead<Asset>(`/api/v1/assets/${id}`);
  const other = useOther(id, proposed);
  const { fields } = useFields(asset?.workspaceId ?? null);
  const name = proposed.metadata.title ?? proposed.filename;
  const picture = <Picture asset={{ ...proposed, id }} name={name} large />;
  const { metadata, rights } = proposed;
  return (
    <>
      {other ? (
        <Sides
          names={[other.name, 'Proposed']}
          before={<Picture asset={other.asset} name={other.asset.filename} />}
          after={picture}
        />
      ) : (
        picture
      )}
      <Facts
        facts={[
          ['File', proposed.filename],
          [
            'Kind',
            [
              kindOf(proposed.mime),
              proposed.width && proposed.height ? `${proposed.width} × ${proposed.height}` : null,
              asset ? filesize(asset.size) : null,
            ]
              .filter(Boolean)
              .join(' · '),
          ],
          ['Description', metadata.description],
          ['By', metadata.creator],
          ['Copyright', metadata.copyright],
          ['Tags', proposed.tags.length > 0 ? <Tags tags={proposed.tags} /> : null],
          ...Object.entries(proposed.fields).map(([key, value]): Fact => [
            fields?.find((field) => field.key === key)?.label ?? key,
            showValue(value),
          ]),
          ['License', rights?.license],
          ['Territories', rights?.territories?.join(', ')],
          ['Channels', rights?.channels?.join(', ')],
          ['Not before', rights?.embargo],
          ['Expires', rights?.expires],
        ]}
      />
      {(proposed.origin ?? proposed.generator ?? proposed.prompt ?? asset?.c2pa) && (
        <section className="mq-provenance">
          <h3>Where it comes from</h3>
          <Facts
            facts={[
              ['Origin', proposed.origin ? originWords[proposed.origin] : null],
              ['Made with', proposed.generator],
              ['Prompt', proposed.prompt ? <span className="mq-text">{proposed.prompt}</span> : null],
              ['Made from', proposed.parentAssetId ? <FileOf id={proposed.parentAssetId} /> : null],
              [
                'Content Credentials',
                asset?.c2pa ? (asset.c2pa.signedBy ?? asset.c2pa.generator ?? 'In the file') : null,
              ],
            ]}
          />
        </section>
      )}
    </>
  );
}

/** The preview of a proposal's asset. */
export function TargetPicture({ id }: { id: string }) {
  const { data } = useRead<Asset>(`/api/v1/assets/${id}`);
  return data && <Picture asset={data} name={data.metadata.title ?? data.filename} />;
}

/** Suggestions on an asset, below its preview. */
function OnAsset({ id, children }: { id: string; children: (asset: Asset | null) => ReactNode }) {
  const { data: asset } = useRead<Asset>(`/api/v1/assets/${id}`);
  return (
    <>
      {asset && <Picture asset={asset} name={asset.metadata.title ?? asset.filename} />}
      {children(asset)}
    </>
  );
}

/** The resulting tags, with added and removed ones marked. */
function TagsAfter({ before, after }: Pick<ProposedTags, 'before' | 'after'>) {
  const removed = after.remove ?? [];
  const gone = new Set(removed.map((tag) => tag.toLowerCase()));
  const kept = before.tags.filter((tag) => !gone.has(tag.toLowerCase()));
  return <Tags tags={kept} fresh={after.tags} gone={removed} />;
}
type ProposedTags = Extract<ReturnType<typeof proposedIn>, { kind: 'tags' }>;

const modelReleaseWords = {
  released: 'Released',
  missing: 'Missing',
  'not-needed': 'Not needed',
} as const satisfies Record<NonNullable<Rights['modelRelease']>, string>;

const rightsFacts = (rights: Rights | null): Fact[] => [
  ['License', rights?.license],
  ['Territories', rights?.territories.join(', ')],
  ['Channels', rights?.channels.join(', ')],
  ['Not before', rights?.embargo],
  ['Expires', rights?.expires],
  ['Model release', rights?.modelRelease ? modelReleaseWords[rights.modelRelease] : null],
];

/** All rights on both sides in the same rows, so that removals show too. */
function RightsChange({ before, after }: { before: Rights | null; after: Rights | null }) {
  const [was, becomes] = [rightsFacts(before), rightsFacts(after)];
  const shown = was.map(([, value], at) => Boolean(value) || Boolean(becomes[at]?.[1]));
  const rows = (facts: readonly Fact[]): Fact[] =>
    facts
      .filter((_, at) => shown[at])
      .map(([label, value]) => [label, value ? value : <Nothing>Not set</Nothing>]);
  const side = (rights: Rights | null, facts: readonly Fact[]) =>
    rights === null ? <Nothing>No rights recorded</Nothing> : <Facts facts={rows(facts)} />;
  return <Sides before={side(before, was)} after={side(after, becomes)} />;
}

type Values = Extract<ReturnType<typeof proposedIn>, { kind: 'fields' }>;

function ValueChange({
  before,
  after,
  workspace,
}: Pick<Values, 'before' | 'after'> & { workspace: string | null }) {
  const { fields } = useFields(workspace);
  const rows = (values: Values['after']['fields']): Fact[] =>
    Object.keys(after.fields).map((key) => [
      fields?.find((field) => field.key === key)?.label ?? key,
      (values[key] ?? null) === null ? <Nothing>Not set</Nothing> : showValue(values[key] ?? ''),
    ]);
  return (
    <Sides before={<Facts facts={rows(before.fields)} />} after={<Facts facts={rows(after.fields)} />} />
  );
}

// ---- rules

function RuleSide({ rule }: { rule: ProposedRule | null }) {
  if (!rule) return <Nothing />;
  if (rule.type === 'color')
    return (
      <span className="mq-said">
        <span className="mq-bigspot" style={{ background: wordsOfRule(rule) }} aria-hidden="true" />
        <code>{wordsOfRule(rule)}</code>
      </span>
    );
  if (rule.type === 'font')
    return (
      <span className="mq-said" style={{ fontFamily: wordsOfRule(rule).split(',')[0] }}>
        {wordsOfRule(rule)}
      </span>
    );
  return <span className="mq-text">{wordsOfRule(rule)}</span>;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function SpecSide({ rule, keys }: { rule: ProposedRule | null; keys: readonly string[] }) {
  return (
    <Facts
      facts={keys.map((key) => [
        key,
        rule?.spec[key] === undefined ? <Nothing>Not set</Nothing> : valueWords(rule.spec[key]),
      ])}
    />
  );
}

function FileSide({ rule }: { rule: ProposedRule | null }) {
  if (!rule || rule.assets.length === 0) return <Nothing>None</Nothing>;
  return (
    <span className="mq-files-of">
      {rule.assets.map(({ id, rendition }) => (
        <FileOf key={`${id} ${rendition ?? ''}`} id={id} />
      ))}
    </span>
  );
}

function OneRule({
  name,
  before,
  after,
}: {
  name: Named;
  before: ProposedRule | null;
  after: ProposedRule | null;
}) {
  const specs = [...new Set([...Object.keys(before?.spec ?? {}), ...Object.keys(after?.spec ?? {})])].filter(
    (key) => !same(before?.spec[key], after?.spec[key]),
  );
  const isText = (after ?? before)?.type === 'text';
  const valueMoved = !before || !after || !same(before.value, after.value);
  return (
    <section className="mq-change" data-rule={name.key}>
      <h3>
        {after?.label ?? before?.label ?? name.key}{' '}
        <span className="mq-muted">
          {name.key}
          {name.context ? ` · ${name.context}` : ''}
        </span>
      </h3>
      {before && after && before.label !== after.label && (
        <>
          <p className="mq-label">Label</p>
          <TextSides before={before.label} after={after.label} />
        </>
      )}
      {valueMoved &&
        (after === null ? (
          <Sides before={<RuleSide rule={before} />} after={<Nothing>Removed</Nothing>} />
        ) : isText ? (
          <TextSides before={before ? wordsOfRule(before) : ''} after={wordsOfRule(after)} />
        ) : (
          <Sides before={<RuleSide rule={before} />} after={<RuleSide rule={after} />} />
        ))}
      {after && (before?.usage ?? '') !== (after.usage ?? '') && (
        <>
          <p className="mq-label">How to use it</p>
          <TextSides before={before?.usage ?? ''} after={after.usage ?? ''} />
        </>
      )}
      {after && specs.length > 0 && (
        <>
          <p className="mq-label">Details</p>
          <Sides
            before={before ? <SpecSide rule={before} keys={specs} /> : <Nothing />}
            after={<SpecSide rule={after} keys={specs} />}
          />
        </>
      )}
      {after && !same(before?.assets ?? [], after.assets) && (
        <>
          <p className="mq-label">Files</p>
          <Sides before={<FileSide rule={before} />} after={<FileSide rule={after} />} />
        </>
      )}
    </section>
  );
}

function RuleChange({
  before,
  set,
  remove,
}: {
  before: readonly ProposedRule[];
  set: readonly ProposedRule[];
  remove: readonly Named[];
}) {
  const was = ({ key, context }: Named): ProposedRule | null =>
    before.find((rule) => rule.key === key && rule.context === context) ?? null;
  return (
    <>
      {set.map((rule) => (
        <OneRule key={`${rule.key} ${rule.context ?? ''}`} name={rule} before={was(rule)} after={rule} />
      ))}
      {remove.map((name) => (
        <OneRule key={`${name.key} ${name.context ?? ''}`} name={name} before={was(name)} after={null} />
      ))}
    </>
  );
}

// ---- pages

type Section = ProposedPage['sections'][number];

const nameOf = (path: string): string =>
  path.charAt(0).toUpperCase() +
  path
    .slice(1)
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();

/** Properties shown first, in reading order. */
const readFirst = ['eyebrow', 'title', 'lede', 'body', 'items', 'keys'];
/** Default values of pages and sections, not worth showing. */
const usual: Record<string, unknown> = {
  tone: 'plain',
  width: 'normal',
  audience: 'everyone',
  layout: 'book',
};

/** The properties of a page or section by name, without empty and default values. */
function valuesOf(subject: object | null, without: readonly string[]): Map<string, unknown> {
  const values = new Map<string, unknown>();
  const entries = Object.entries(subject ?? {}) as [string, unknown][];
  const first = readFirst.flatMap((name) => entries.filter(([one]) => one === name));
  for (const [name, value] of [...first, ...entries.filter(([one]) => !readFirst.includes(one))]) {
    if (without.includes(name) || value === null || value === '' || value === false) continue;
    if (value === usual[name] || (Array.isArray(value) && value.length === 0)) continue;
    if (name === 'props') for (const [prop, inner] of valuesOf(value as object, [])) values.set(prop, inner);
    else values.set(name, value);
  }
  return values;
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value);

const showAny = (value: unknown): ReactNode =>
  isId(value) ? <FileOf id={value} /> : <span className="mq-text">{valueWords(value)}</span>;

function ValueSides({ name, before, after }: { name: string; before: unknown; after: unknown }) {
  const side = (value: unknown): ReactNode => (value === undefined ? <Nothing /> : showAny(value));
  const textIn = (value: unknown): string | null =>
    value === undefined ? '' : typeof value === 'string' && !isId(value) ? value : null;
  const was = textIn(before);
  const becomes = textIn(after);
  return (
    <div data-part={name}>
      <p className="mq-label">{nameOf(name)}</p>
      {was !== null && becomes !== null ? (
        <TextSides before={was} after={becomes} />
      ) : (
        <Sides before={side(before)} after={side(after)} />
      )}
    </div>
  );
}

interface DifferencesProps {
  before: object | null;
  after: object | null;
  without: readonly string[];
}

function Differences({ before, after, without }: DifferencesProps) {
  const was = valuesOf(before, without);
  const is = valuesOf(after, without);
  if (!before || !after) {
    // Added and removed ones have only one side.
    return (
      <div className={`mq-whole ${after ? 'mq-whole--new' : 'mq-whole--gone'}`}>
        <Facts facts={[...(after ? is : was)].map(([name, value]) => [nameOf(name), showAny(value)])} />
      </div>
    );
  }
  const names = [...new Set([...is.keys(), ...was.keys()])].filter(
    (name) => !same(was.get(name), is.get(name)),
  );
  return names.map((name) => (
    <ValueSides key={name} name={name} before={was.get(name)} after={is.get(name)} />
  ));
}

const ofSection = ['id', 'template'];

function SectionChange({ before, after }: { before: Section | null; after: Section | null }) {
  const shown = after ?? before;
  if (!shown) return null;
  const words = !before ? 'New section' : !after ? 'Section removed' : 'Section';
  return (
    <section className="mq-change" data-section={shown.id}>
      <h3>
        {shown.title ?? nameOf(shown.template)}{' '}
        <span className="mq-muted">
          {words} · {shown.template}
        </span>
      </h3>
      <Differences before={before} after={after} without={ofSection} />
    </section>
  );
}

function PageChange({ before, after }: { before: ProposedPage | null; after: ProposedPage }) {
  const was = new Map((before?.sections ?? []).map((section) => [section.id, section]));
  const is = new Map(after.sections.map((section) => [section.id, section]));
  const changed = after.sections.filter((section) => !same(was.get(section.id), section));
  const gone = [...was.values()].filter(({ id }) => !is.has(id));
  const kept = after.sections.length - changed.length;
  const order = (sections: readonly Section[]): string[] =>
    sections.filter(({ id }) => was.has(id) && is.has(id)).map(({ id }) => id);
  const moved = before && !same(order(before.sections), order(after.sections));
  return (
    <>
      <section className="mq-change">
        <Differences before={before} after={after} without={['sections', ...(before ? ['position'] : [])]} />
      </section>
      {changed.map((section) => (
        <SectionChange key={section.id} before={was.get(section.id) ?? null} after={section} />
      ))}
      {gone.map((section) => (
        <SectionChange key={section.id} before={section} after={null} />
      ))}
      {moved && <p className="mq-muted">The sections were reordered.</p>}
      {kept > 0 && before && (
        <p className="mq-muted">
          {kept} {kept === 1 ? 'section' : 'sections'} unchanged.
        </p>
      )}
    </>
  );
}

export function ProposalChange({ proposal }: { proposal: Proposal }) {
  const { target } = proposal;
  const proposed = proposedIn(proposal);
  switch (proposed.kind) {
    case 'asset':
      return <AssetChange id={target.id} proposed={proposed.after} />;
    case 'tags':
      return (
        <OnAsset id={target.id}>
          {() => (
            <Sides
              before={<Tags tags={proposed.before.tags} />}
              after={<TagsAfter before={proposed.before} after={proposed.after} />}
            />
          )}
        </OnAsset>
      );
    case 'fields':
      return (
        <OnAsset id={target.id}>
          {(asset) => (
            <ValueChange
              before={proposed.before}
              after={proposed.after}
              workspace={asset?.workspaceId ?? null}
            />
          )}
        </OnAsset>
      );
    case 'text':
      return (
        <OnAsset id={target.id}>
          {() => <TextSides before={proposed.before} after={proposed.after} />}
        </OnAsset>
      );
    case 'rights':
      return (
        <OnAsset id={target.id}>
          {() => <RightsChange before={proposed.before} after={proposed.after} />}
        </OnAsset>
      );
    case 'rule':
      return (
        <RuleChange before={proposed.before.rules} set={proposed.after.set} remove={proposed.after.remove} />
      );
    case 'page':
      return <PageChange before={proposed.before.page} after={proposed.after.page} />;
  }
}

/** The proposal against the current state, when that changed since it was made. */
export function PresentState({ proposal, present }: { proposal: Proposal; present: unknown }) {
  if (typeof present !== 'object' || present === null) return null;
  const now = present as { rules?: ProposedRule[]; page?: ProposedPage | null };
  if (proposal.target.resource === 'asset')
    return <ProposalChange proposal={{ ...proposal, before: present as Proposal['before'] }} />;
  const proposed = proposedIn(proposal);
  if (proposed.kind === 'rule' && now.rules)
    return <RuleChange before={now.rules} set={proposed.after.set} remove={proposed.after.remove} />;
  if (proposed.kind === 'page' && 'page' in now)
    return <PageChange before={now.page ?? null} after={proposed.after.page} />;
  return null;
}
