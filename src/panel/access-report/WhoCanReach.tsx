'use client';
// The access report of an asset, collection, brand, rule or page: who can reach it and why. Admins also see its direct grants;
// people who can share also see its links.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Scope } from '../../core/access/ladder.ts';
import type { Holder, Holders } from '../../access-report/schemas.ts';
import { scopeLabels, scopes } from '../access/access-words.ts';
import { wordsOf } from '../client/api.ts';
import { call, type InputFor } from '../client/operations.ts';
import { GrantRow } from '../access/GrantList.tsx';
import { useMe } from '../client/me.tsx';
import { ShareLinks, type SharedResource } from '../shares/ShareLinks.tsx';
import '../identity/people.css';

const kindWords = {
  person: null,
  agent: 'Agent',
  public: 'Anyone',
  link: 'Link',
} as const satisfies Record<Holder['kind'], string | null>;

/** @param reference an id, or an address such as `{org}/{workspace}/brand/{slug}/rule/{key}`. */
function useHolders(reference: string): [Holders | null, () => void] {
  const [known, setKnown] = useState<Holders | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    call('list_holders', { ref: reference }, { signal: controller.signal }).then(
      setKnown,
      (error: unknown) => {
        if (!controller.signal.aborted) toast.error(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [reference, round]);
  return [
    known,
    () => {
      setRound((count) => count + 1);
    },
  ];
}

interface Choice {
  /** "user {id}" or "group {id}". */
  value: string;
  label: string;
}

/** People and groups that can be given access. */
async function choicesOf(withGroups: boolean): Promise<Choice[]> {
  const [{ data: members }, groups] = await Promise.all([
    call('list_members'),
    withGroups ? call('list_groups') : null,
  ]);
  return [
    ...members.map(({ id, name, email }) => ({ value: `user ${id}`, label: `${name} (${email})` })),
    ...(groups?.data ?? []).map(({ id, name }) => ({ value: `group ${id}`, label: `Group ${name}` })),
  ];
}

/** A grant to a person or a group. */
type DirectAccess = Pick<InputFor<'give_grant'>['body'], 'user' | 'group' | 'scope' | 'limits'>;

interface GiveAccessProps {
  withGroups: boolean;
  onGive: (access: DirectAccess) => Promise<void>;
}

function GiveAccess({ withGroups, onGive }: GiveAccessProps) {
  const [choices, setChoices] = useState<Choice[] | null>(null);
  const [holder, setHolder] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [busy, setBusy] = useState(false);
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  if (!choices)
    return (
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        onClick={() =>
          void during(async () => {
            setChoices(await choicesOf(withGroups));
          })
        }
      >
        Give someone access
      </button>
    );
  // Not a form: it's inside Payload's.
  return (
    <div className="mq-row" role="group" aria-label="Give someone access">
      <select
        className="mq-facet mq-facet--wide"
        aria-label="Who"
        value={holder}
        onChange={(event) => {
          setHolder(event.target.value);
        }}
      >
        <option value="">Who</option>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <select
        className="mq-facet"
        aria-label="Scope"
        value={scope}
        onChange={(event) => {
          setScope(event.target.value as Scope);
        }}
      >
        {scopes.map((one) => (
          <option key={one} value={one}>
            {scopeLabels[one]}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="mq-button mq-button--primary mq-button--small"
        disabled={busy || holder === ''}
        onClick={() =>
          void during(async () => {
            const [kind = '', id = ''] = holder.split(' ');
            await onGive({ ...(kind === 'user' ? { user: id } : { group: id }), scope });
            setChoices(null);
            setHolder('');
          })
        }
      >
        Give access
      </button>
      <button
        type="button"
        className="mq-link"
        onClick={() => {
          setChoices(null);
        }}
      >
        Cancel
      </button>
    </div>
  );
}

/** What a share link can point to, by Payload collection. */
const sharedAs: Partial<Record<string, SharedResource['kind']>> = {
  assets: 'asset',
  collections: 'collection',
};

export function WhoCanReach() {
  const { id, collectionSlug } = useDocumentInfo();
  if (id === undefined) return null;
  const kind = sharedAs[collectionSlug ?? ''];
  return <AccessReport reference={String(id)} shared={kind ? { kind, id: String(id) } : null} />;
}

/** The access report of a rule or page, loaded when it's opened. */
export function PartAccess({ brand, part }: { brand: string; part: `rule/${string}` | `page/${string}` }) {
  const me = useMe();
  const [open, setOpen] = useState(false);
  if (!me?.organization || !me.workspace) return null;
  return open ? (
    <AccessReport reference={`${me.organization.slug}/${me.workspace.slug}/brand/${brand}/${part}`} />
  ) : (
    <p>
      <button
        type="button"
        className="mq-link"
        onClick={() => {
          setOpen(true);
        }}
      >
        Who can reach it
      </button>
    </p>
  );
}

interface AccessReportProps {
  reference: string;
  /** Null where share links aren't possible. */
  shared?: SharedResource | null;
}

function AccessReport({ reference, shared = null }: AccessReportProps) {
  const me = useMe();
  const [known, reload] = useHolders(reference);
  if (!known) return null;
  const { holders, on, granted } = known;
  const administers = me?.scope === 'admin' && on !== null;
  const give = async (access: DirectAccess): Promise<void> => {
    if (on === null) return;
    const { resource, resourceId } = on;
    await call('give_grant', { body: { resource, resourceId, ...access } });
    reload();
  };

  return (
    <>
      <section className="mq-reach" aria-labelledby="mq-reach">
        <h3 id="mq-reach">Who can reach it</h3>
        <ul className="mq-people" aria-labelledby="mq-reach">
          {holders.map(({ kind, id: holderId, who, email, scope, via }, at) => (
            // Two portals may have the same name.
            <li key={`${kind} ${holderId ?? `${via} ${at}`}`} className="mq-person">
              <div className="mq-person__head">
                <span className="mq-person__who">
                  <strong>{who}</strong>
                  <span className="mq-muted">
                    {[kindWords[kind] !== who && kindWords[kind], email, via].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <span className="mq-badge mq-badge--note">{scope ? scopeLabels[scope] : 'Can view'}</span>
              </div>
            </li>
          ))}
        </ul>
        {administers && (
          <div className="mq-grants">
            {granted.length > 0 && (
              <>
                <h3 id="mq-granted">Direct access</h3>
                <ul aria-labelledby="mq-granted">
                  {granted.map(({ id: grantId, user, group, scope, limits }) => (
                    <GrantRow
                      key={grantId}
                      title={user?.name ?? group?.name ?? ''}
                      note={user ? (user.email ?? '') : 'Group'}
                      scope={scope}
                      limits={limits}
                      onChange={(change) =>
                        give({ ...(user ? { user: user.id } : { group: group?.id }), ...change })
                      }
                      onTake={async () => {
                        await call('take_grant', { grant: grantId });
                        reload();
                      }}
                    />
                  ))}
                </ul>
              </>
            )}
            <GiveAccess withGroups={me.organizationScope === 'admin'} onGive={give} />
          </div>
        )}
      </section>
      {shared && <ShareLinks of={shared} onChanged={reload} />}
    </>
  );
}
