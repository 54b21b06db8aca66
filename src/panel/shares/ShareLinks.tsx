'use client';
// The share links of an asset or collection: create, list, revoke. A link's address is shown only once.
import { useDocumentInfo } from '@payloadcms/ui';
import { useState } from 'react';
import type { NewShare, Share, ShareKind } from '../../shares/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { when } from '../ui/format.ts';
import { ChoicePart, TextPart } from '../ui/inputs.tsx';
import { ShownOnce } from '../ui/ShownOnce.tsx';
import { useOperation } from '../client/useOperation.ts';

export interface SharedResource {
  kind: 'asset' | 'collection';
  id: string;
}

type MadeShare = Share & { url: string };

const kindLabels = { view: 'View only', upload: 'Upload files' } as const satisfies Record<ShareKind, string>;
const kinds = Object.entries(kindLabels).map(([value, label]) => ({ value, label }));

const endLabels = { '7': 'In 7 days', '30': 'In 30 days', date: 'On a date', never: 'Never' } as const;
type End = keyof typeof endLabels;
// Listed explicitly: numeric object keys always come first.
const ends = (['7', '30', 'date', 'never'] satisfies End[]).map((value) => ({
  value,
  label: endLabels[value],
}));

const dayMs = 24 * 60 * 60 * 1000;
/** Same as the server's (src/sharing/schemas.ts). */
const minPasswordLength = 6;

/** @param lastDay from a date input; the link works until that day ends in the browser's time zone. */
function expiryOf(end: End, lastDay: string): { expiresAt?: string } {
  if (end === 'never') return {};
  const at = end === 'date' ? new Date(`${lastDay}T23:59:59`) : new Date(Date.now() + Number(end) * dayMs);
  return { expiresAt: at.toISOString() };
}

interface FormProps {
  of: SharedResource;
  onMade: (made: MadeShare) => void;
  onCancel: () => void;
}

function LinkForm({ of, onMade, onCancel }: FormProps) {
  const [kind, setKind] = useState<ShareKind>('view');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [end, setEnd] = useState<End>('7');
  const [lastDay, setLastDay] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const tooShort = password !== '' && password.length < minPasswordLength;
  const may = !busy && !tooShort && (end !== 'date' || lastDay !== '');

  const make = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const body: NewShare = {
        kind,
        [of.kind]: of.id,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        ...(password === '' ? {} : { password }),
        ...expiryOf(end, lastDay),
      };
      onMade((await call('create_share', { body })).data);
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };

  // Not a form: it's inside Payload's, which Enter would submit.
  return (
    <div
      className="mq-panel"
      role="group"
      aria-label="Share a link"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        if (may) void make();
      }}
    >
      <div className="mq-pair">
        {of.kind === 'collection' && (
          <ChoicePart
            id="mq-link-kind"
            label="Link type"
            value={kind}
            options={kinds}
            hint={kind === 'upload' ? 'Uploads wait until someone here accepts them.' : undefined}
            onChange={(value) => {
              setKind(value as ShareKind);
            }}
          />
        )}
        <TextPart
          id="mq-link-name"
          label="Link name"
          value={name}
          maxLength={200}
          placeholder="Optional"
          hint="Visible to anyone who opens the link."
          onChange={setName}
        />
        <ChoicePart
          id="mq-link-end"
          label="Expires"
          value={end}
          options={ends}
          onChange={(value) => {
            setEnd(value as End);
          }}
        />
        {end === 'date' && (
          <TextPart id="mq-link-day" label="Last day" type="date" value={lastDay} onChange={setLastDay} />
        )}
        <TextPart
          id="mq-link-password"
          label="Link password"
          type="secret"
          value={password}
          maxLength={200}
          placeholder="Optional"
          hint="Share it separately from the link."
          problem={tooShort ? `At least ${minPasswordLength} characters.` : null}
          onChange={setPassword}
        />
      </div>
      <Alert words={problem} />
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--primary mq-button--small"
          disabled={!may}
          onClick={() => void make()}
        >
          Create link
        </button>
        <button type="button" className="mq-link" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

function endOf({ expiresAt }: Share): string {
  if (expiresAt === null) return 'No expiry';
  return `${Date.parse(expiresAt) <= Date.now() ? 'Expired' : 'Until'} ${when(expiresAt)}`;
}

function LinkRow({ share, onRevoke }: { share: Share; onRevoke: () => Promise<void> }) {
  const { kind, name, hasPassword, createdBy, createdAt } = share;
  const about = [
    kindLabels[kind],
    endOf(share),
    hasPassword ? 'Password-protected' : null,
    `Created by ${createdBy}, ${when(createdAt)}`,
  ];
  return (
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>{name}</strong>
          <span className="mq-muted">{about.filter((words) => words !== null).join(' · ')}</span>
        </span>
        <Ask
          label="Revoke"
          confirm={`Revoke “${name}”`}
          words="The link stops working immediately."
          onConfirm={onRevoke}
        />
      </div>
    </li>
  );
}

interface Props {
  of: SharedResource;
  /** Called after a link was created or revoked. */
  onChanged: () => void;
}

export function ShareLinks({ of, onChanged }: Props) {
  const policy = useOperation('get_policy', { [of.kind]: of.id }).data;
  const { data, hasSavePermission, isTrashed } = useDocumentInfo();
  const [open, setOpen] = useState(false);
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
      <h3 id="mq-links">Links</h3>
      <p className="mq-muted">
        Anyone with a link can open it without an account. It only shows what may be used at the time.
      </p>
      <Alert words={shares.problem} />
      {shares.data && shares.data.length > 0 && (
        <ul className="mq-people" aria-labelledby="mq-links">
          {shares.data.map((share) => (
            <LinkRow
              key={share.id}
              share={share}
              onRevoke={async () => {
                await call('delete_share', { id: share.id });
                if (made?.id === share.id) setMade(null);
                changed();
              }}
            />
          ))}
        </ul>
      )}
      {made && (
        <ShownOnce
          title={`The link “${made.name}” is ready`}
          heading="h4"
          words="Copy the link now. It won’t be shown again."
          secret={made.url}
          copy="Copy link"
          onClose={() => {
            setMade(null);
          }}
        />
      )}
      {!made && open && (
        <LinkForm
          of={of}
          onMade={(share) => {
            setMade(share);
            setOpen(false);
            changed();
          }}
          onCancel={() => {
            setOpen(false);
          }}
        />
      )}
      {!made && !open && (
        <button
          type="button"
          className="mq-button mq-button--small"
          onClick={() => {
            setOpen(true);
          }}
        >
          Share a link
        </button>
      )}
    </section>
  );
}
