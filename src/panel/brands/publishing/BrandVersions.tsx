'use client';
// Publishing with a note and an image, and the version history with restore.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { BrandStatus as Status, BrandVersion, BrandVersionView } from '../../../brands/schemas.ts';
import { call, wordsOf } from '../../client/api.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { counted } from '../../ui/format.ts';
import { TextPart } from '../../ui/inputs.tsx';
import { Swatch, wordsOfRule } from '../rules/RuleSample.tsx';
import { useRead } from '../../client/useRead.ts';

type Differences = BrandVersionView['differences'];
type RuleState = Differences['rules'][number]['after'];

function RuleValue({ state }: { state: RuleState }) {
  if (!state) return <span className="mq-muted">nothing</span>;
  const rule = { type: state.type, value: state.value, spec: state.spec as Record<string, unknown> };
  return (
    <span className="mq-said">
      <Swatch rule={rule} />
      {wordsOfRule(rule).slice(0, 200)}
    </span>
  );
}

const pageWords = { added: 'New page', changed: 'Changed page', removed: 'Removed page' } as const;

/** The differences between two versions. */
export function Changes({ differences }: { differences: Differences }) {
  const { name, theme, rules, pages, order } = differences;
  const none = !name && theme.length === 0 && rules.length === 0 && pages.length === 0 && !order;
  if (none) return <p className="mq-quiet">Nothing has changed.</p>;
  return (
    <ul className="mq-changes" aria-label="Changes">
      {name && (
        <li>
          <strong>Name</strong> {name.before} → {name.after}
        </li>
      )}
      {rules.map(({ key, context, before, after }) => (
        <li key={`${key} ${context ?? ''}`} data-changed={key}>
          <strong>{after?.label ?? before?.label ?? key}</strong>{' '}
          <span className="mq-muted">
            {key}
            {context ? ` for ${context}` : ''}
          </span>
          <span className="mq-changes__pair">
            <RuleValue state={before} />
            <span aria-hidden="true">→</span>
            <span className="mq-sr-only">becomes</span>
            <RuleValue state={after} />
          </span>
        </li>
      ))}
      {pages.map(({ slug, title, change, fields, sections }) => (
        <li key={slug} data-changed={slug}>
          <strong>{title}</strong> <span className="mq-muted">{pageWords[change]}</span>
          {change === 'changed' && (
            <span className="mq-muted">
              {[
                ...fields,
                ...(sections.added.length > 0 ? [`${counted(sections.added.length, 'section')} added`] : []),
                ...(sections.changed.length > 0
                  ? [`${counted(sections.changed.length, 'section')} changed`]
                  : []),
                ...(sections.removed.length > 0
                  ? [`${counted(sections.removed.length, 'section')} removed`]
                  : []),
              ].join(', ')}
            </span>
          )}
        </li>
      ))}
      {theme.length > 0 && (
        <li>
          <strong>Theme</strong> <span className="mq-muted">{theme.join(', ')}</span>
        </li>
      )}
      {order && (
        <li>
          <strong>Order</strong> <span className="mq-muted">Rules or pages were reordered</span>
        </li>
      )}
    </ul>
  );
}

interface Props {
  brand: string;
  published: number | null;
  mayWrite: boolean;
  onChanged: () => void;
}

function PublishForm({
  brand,
  published,
  latest,
  onDone,
}: Omit<Props, 'mayWrite' | 'onChanged'> & { latest: number; onDone: () => void }) {
  const [note, setNote] = useState('');
  const [image, setImage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = useRead<BrandVersionView>(
    published === latest ? null : `/api/v1/brands/${brand}/versions/${latest}?against=${published ?? 0}`,
  );
  const publish = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await call<{ data: { version: number; unchanged: boolean } }>(
        'POST',
        `/api/v1/brands/${brand}/publish`,
        { body: { note: note.trim() || null, image } },
      );
      toast.success(
        data.unchanged
          ? 'Nothing to publish: readers already see this.'
          : `Published version ${data.version}.`,
      );
      setNote('');
      setImage(null);
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (published === latest)
    return <p className="mq-quiet">Readers already see the latest version. New changes will show up here.</p>;
  return (
    <form
      className="mq-panel"
      aria-label="Publish"
      onSubmit={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) void publish();
      }}
    >
      <h2>
        {published === null ? 'What readers will see for the first time' : 'Changed since the last publish'}
      </h2>
      {read.problem && (
        <p role="alert" className="mq-alert">
          {read.problem}
        </p>
      )}
      {read.data && <Changes differences={read.data.differences} />}
      <TextPart
        id="mq-publish-note"
        label="What’s new, for readers"
        type="lines"
        value={note}
        maxLength={5000}
        onChange={setNote}
      />
      <AssetPart label="Image" id={image} onChange={setImage} />
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      <div className="mq-row">
        <button type="submit" className="mq-button mq-button--primary" disabled={busy}>
          Publish
        </button>
        <span className="mq-muted">Portals and live tokens will show the brand as it is now.</span>
      </div>
    </form>
  );
}

function Version({
  brand,
  version,
  last,
  mayWrite,
  onDone,
}: {
  brand: string;
  version: BrandVersion;
  last: boolean;
  mayWrite: boolean;
  onDone: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const read = useRead<BrandVersionView>(open ? `/api/v1/brands/${brand}/versions/${version.number}` : null);
  const restore = async (): Promise<void> => {
    setAsking(false);
    try {
      await call('POST', `/api/v1/brands/${brand}/versions/${version.number}/restore`);
      toast.success(`Restored version ${version.number}.`);
      onDone();
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return (
    <li className="mq-version">
      <div className="mq-row">
        <strong>{version.name ?? `Version ${version.number}`}</strong>
        {version.live && <span className="mq-badge mq-badge--active">Live</span>}
        {version.publishedAt && !version.live && <span className="mq-badge">Published</span>}
        <span className="mq-muted">
          {version.actor.name},{' '}
          <time dateTime={version.updatedAt}>{new Date(version.updatedAt).toLocaleString()}</time>
        </span>
      </div>
      <p>{version.note ?? version.summary}</p>
      <div className="mq-row">
        <button
          type="button"
          className="mq-link"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Hide' : 'Show'} what changed in version {version.number}
        </button>
        {mayWrite && !last && (
          <button
            type="button"
            className={asking ? 'mq-button mq-button--stop mq-button--small' : 'mq-link'}
            onClick={() => {
              if (asking) void restore();
              else setAsking(true);
            }}
          >
            {asking ? `Restore rules, pages and theme of version ${version.number}` : 'Restore…'}
          </button>
        )}
      </div>
      {read.data && open && <Changes differences={read.data.differences} />}
    </li>
  );
}

export function BrandVersions({ brand, published, mayWrite, onChanged }: Props) {
  const versions = useRead<BrandVersion[]>(`/api/v1/brands/${brand}/versions?limit=50`);
  const status = useRead<Status>(`/api/v1/brands/${brand}/status`);
  const done = (): void => {
    versions.again();
    status.again();
    onChanged();
  };
  const lacks = status.data?.lacks.filter(({ code }) => code !== 'publish') ?? [];
  const latest = versions.data?.[0]?.number;
  return (
    <>
      {lacks.length > 0 && (
        <section className="mq-section" aria-labelledby="mq-lacks">
          <h2 id="mq-lacks">Before you share it</h2>
          <ol className="mq-lacks">
            {lacks.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ol>
        </section>
      )}
      {versions.problem && (
        <p role="alert" className="mq-alert">
          {versions.problem}
        </p>
      )}
      {mayWrite && latest !== undefined && status.data && (
        <PublishForm
          key={`${latest} ${published ?? 0}`}
          brand={brand}
          published={status.data.pending ? published : latest}
          latest={latest}
          onDone={done}
        />
      )}
      <section className="mq-section" aria-labelledby="mq-history">
        <h2 id="mq-history">History</h2>
        <ol className="mq-versions">
          {versions.data?.map((version, index) => (
            <Version
              key={`${version.number} ${version.updatedAt}`}
              brand={brand}
              version={version}
              last={index === 0}
              mayWrite={mayWrite}
              onDone={done}
            />
          ))}
        </ol>
      </section>
    </>
  );
}
