'use client';
// The share links of an asset or collection: create, list, look at, change, revoke. A link's address is shown only once.
import { useDocumentInfo } from '@payloadcms/ui';
import { useState } from 'react';
import type { Share } from '../../shares/schemas.ts';
import { call, urlOf } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { CommentIcon, EyeIcon, LockIcon, PencilIcon, PlusIcon, UploadIcon } from '../ui/icons.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';
import { EditLink } from './EditLink.tsx';
import { kindKeys, LinkForm, type MadeShare, type SharedResource } from './LinkForm.tsx';
import { useWords } from '../words/useWords.ts';
import type { Words } from '../words/words.tsx';
import './shares.css';

const icons = { view: EyeIcon, review: CommentIcon, upload: UploadIcon } as const;

const isOver = ({ expiresAt }: Share): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function endOf(share: Share, { t, when }: Words): string {
  if (share.expiresAt === null) return t('shares:noExpiry');
  return t(isOver(share) ? 'shares:expiredOn' : 'shares:until', { date: when(share.expiresAt) });
}

/** Assets named in the warning; the rest is counted. */
const mostNamed = 5;

/** What revoking does, and what stays open without the link. Loaded once it's asked. */
function RevokeWords({ id }: { id: string }) {
  const { t } = useWords();
  const stays = useOperation('get_share', { id, include: 'staysPublic' }).answer?.staysPublic;
  const named = stays?.assets.slice(0, mostNamed).map(({ title }) => title) ?? [];
  const more = (stays?.total ?? 0) - named.length;
  const names = more > 0 ? [...named, t('shares:more', { count: more })] : named;
  return (
    <>
      {t('shares:revokeHint')}{' '}
      {names.length > 0 && <strong>{t('shares:staysPublic', { names: names.join(', ') })}</strong>}
    </>
  );
}

interface ToolsProps {
  share: Share;
  edited: boolean;
  onEdit: () => void;
}

function LinkTools({ share: { id, name }, edited, onEdit }: ToolsProps) {
  const { t } = useWords();
  return (
    <>
      <a
        className="mq-button mq-button--small"
        href={urlOf('get_share_preview', { id })}
        target="_blank"
        rel="noreferrer"
        aria-label={t('shares:previewOne', { name })}
      >
        <EyeIcon /> {t('portals:preview')}
      </a>
      <button
        type="button"
        className="mq-button mq-button--small"
        aria-label={t('shares:editOne', { name })}
        aria-expanded={edited}
        onClick={onEdit}
      >
        <PencilIcon /> {t('ui:edit')}
      </button>
    </>
  );
}

interface RowProps {
  share: Share;
  onChanged: () => void;
  onRevoke: () => Promise<void>;
}

function LinkRow({ share, onChanged, onRevoke }: RowProps) {
  const words = useWords();
  const { t, when } = words;
  const [edited, setEdited] = useState(false);
  const { kind, name, hasPassword, allowDownloads, createdBy, createdAt } = share;
  const Icon = icons[kind];
  const downloads = kind === 'review' && allowDownloads ? [t('shares:withDownloads')] : [];
  return (
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-links__kind">
          <Icon />
        </span>
        <span className="mq-person__who">
          <span className="mq-links__name">
            <strong>{name}</strong>
            {isOver(share) && <span className="mq-badge mq-badge--expired">{t('shares:expired')}</span>}
            {hasPassword && (
              <span className="mq-badge mq-badge--note">
                <LockIcon /> {t('sharing:password')}
              </span>
            )}
          </span>
          <span className="mq-muted">
            {[t(kindKeys[kind]), ...downloads, endOf(share, words)].join(' · ')}
          </span>
          <span className="mq-muted">
            {t('shares:createdBy', { name: createdBy, date: when(createdAt) })}
          </span>
        </span>
        <LinkTools share={share} edited={edited} onEdit={() => setEdited(!edited)} />
        <Ask
          label={t('access:revokeKey')}
          confirm={t('access:revokeOne', { name })}
          words={<RevokeWords id={share.id} />}
          onConfirm={onRevoke}
        />
      </div>
      {edited && (
        <EditLink
          share={share}
          onSaved={() => {
            setEdited(false);
            onChanged();
          }}
          onCancel={() => setEdited(false)}
        />
      )}
    </li>
  );
}

interface NewLinkProps {
  of: SharedResource;
  /** The link that was just created. */
  made: MadeShare | null;
  onMade: (made: MadeShare | null) => void;
}

interface Props {
  of: SharedResource;
  /** Called after a link was created or revoked. */
  onChanged: () => void;
}

/** Creates a link, and then shows its address once. */
function NewLink({ of, made, onMade }: NewLinkProps) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  if (made)
    return (
      <ShownOnce
        title={t('shares:linkReady', { name: made.name })}
        heading="h4"
        words={t('shares:copyNow')}
        secret={made.url}
        copy={t('ui:copyLink')}
        onClose={() => onMade(null)}
      />
    );
  if (open)
    return (
      <LinkForm
        of={of}
        onMade={(share) => {
          onMade(share);
          setOpen(false);
        }}
        onCancel={() => setOpen(false)}
      />
    );
  return (
    <button type="button" className="mq-button mq-button--small" onClick={() => setOpen(true)}>
      <PlusIcon /> {t('shares:share')}
    </button>
  );
}

export function ShareLinks({ of, onChanged }: Props) {
  const { t } = useWords();
  const policy = useOperation('get_policy', { [of.kind]: of.id }).data;
  const { data, hasSavePermission, isTrashed } = useDocumentInfo();
  const [made, setMade] = useState<MadeShare | null>(null);
  const may = policy?.links.makes === true && hasSavePermission === true && isTrashed !== true;
  const workspace: unknown = data?.workspace;
  const shares = useOperation(
    'list_shares',
    may ? { [of.kind]: of.id } : null,
    typeof workspace === 'string' ? workspace : null,
  );
  if (!may) return null;
  const changed = (): void => {
    shares.again();
    onChanged();
  };

  return (
    <section className="mq-reach mq-links" aria-labelledby="mq-links">
      <h3 id="mq-links">{t('shares:links')}</h3>
      <p className="mq-muted">{t('shares:linksHint')}</p>
      <Alert problem={shares.problem} />
      {shares.data?.length === 0 && !made && <p className="mq-quiet">{t('shares:none')}</p>}
      {shares.data && shares.data.length > 0 && (
        <ul className="mq-people" aria-labelledby="mq-links">
          {shares.data.map((share) => (
            <LinkRow
              key={share.id}
              share={share}
              onChanged={changed}
              onRevoke={async () => {
                await call('delete_share', { id: share.id });
                if (made?.id === share.id) setMade(null);
                changed();
              }}
            />
          ))}
        </ul>
      )}
      <NewLink
        of={of}
        made={made}
        onMade={(share) => {
          setMade(share);
          if (share) changed();
        }}
      />
    </section>
  );
}
