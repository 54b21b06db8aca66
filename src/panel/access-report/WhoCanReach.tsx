'use client';
// The access report of an asset, collection, brand, rule or page: who can reach it and why. Admins also see its direct grants;
// people who can share also see its links.
import { toast, useDocumentInfo } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { Holder, Holders } from '../../access-report/schemas.ts';
import { scopeKeys } from '../access/access-words.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { GrantRow } from '../access/GrantRow.tsx';
import { takeGrant } from '../access/take-grant.ts';
import { GiveAccess, type DirectAccess } from './GiveAccess.tsx';
import { useMe } from '../client/me.tsx';
import { reading } from '../client/reading.ts';
import type { SharedResource } from '../shares/LinkForm.tsx';
import { ShareLinks } from '../shares/ShareLinks.tsx';
import { NamedRow } from '../ui/NamedRow.tsx';
import '../identity/people.css';
import { useCollectionName } from '../shell/routes.ts';
import { useWords } from '../words/useWords.ts';
import type { PlainKey } from '../../words/keys.ts';
import '../access/access.css';

const kindWords = {
  person: null,
  agent: 'accessReport:kindAgent',
  public: 'accessReport:kindPublic',
  link: 'accessReport:kindLink',
} as const satisfies Record<Holder['kind'], PlainKey | null>;

/** @param reference an id, or an address such as `{org}/{workspace}/brand/{slug}/rule/{key}`. */
function useHolders(reference: string, privacy: boolean | null): [Holders | null, () => void] {
  const [known, setKnown] = useState<Holders | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    return reading(
      (signal) => call('list_holders', { ref: reference }, { signal }),
      setKnown,
      (error) => toast.error(wordsOf(error)),
    );
  }, [reference, privacy, round]);
  return [
    known,
    () => {
      setRound((count) => count + 1);
    },
  ];
}

/** What a share link can point to, by collection. */
const sharedAs: Partial<Record<string, SharedResource['kind']>> = {
  assets: 'asset',
  collections: 'collection',
};

/** @param props.privacy whether it's private now, where that can be changed beside the report: then it's read again. */
export function WhoCanReach({ privacy = null }: { privacy?: boolean | null }) {
  const { id, collectionSlug } = useDocumentInfo();
  const kind = sharedAs[useCollectionName(collectionSlug)];
  if (id === undefined) return null;
  return (
    <AccessReport reference={String(id)} privacy={privacy} shared={kind ? { kind, id: String(id) } : null} />
  );
}

/** The access report of a rule or page, loaded when it's opened. */
export function PartAccess({ brand, part }: { brand: string; part: `rule/${string}` | `page/${string}` }) {
  const { t } = useWords();
  const me = useMe();
  const [open, setOpen] = useState(false);
  if (!me?.organization || !me.workspace) return null;
  return open ? (
    <AccessReport reference={`${me.organization.slug}/${me.workspace.slug}/brand/${brand}/${part}`} />
  ) : (
    <p>
      <button type="button" className="mq-link" onClick={() => setOpen(true)}>
        {t('accessReport:title')}
      </button>
    </p>
  );
}

interface AccessReportProps {
  reference: string;
  privacy?: boolean | null;
  /** Null where share links aren't possible. */
  shared?: SharedResource | null;
}

function HolderRow({ holder: { kind, who, email, scope, via } }: { holder: Holder }) {
  const { t, said } = useWords();
  const key = kindWords[kind];
  const kindName = key && t(key);
  // Not somebody with a name: the API says it in English.
  const name = kind === 'public' ? t('accessReport:kindPublic') : kind === 'link' ? said(who) : who;
  return (
    <NamedRow
      name={name}
      note={[kindName !== name && kindName, email, said(via)].filter(Boolean).join(' · ')}
    >
      <span className="mq-badge mq-badge--note">
        {scope ? t(scopeKeys[scope]) : t('accessReport:canView')}
      </span>
    </NamedRow>
  );
}

interface DirectGrantsProps {
  granted: Holders['granted'];
  onGive: (access: DirectAccess) => Promise<void>;
  onTake: (grant: string, given: DirectAccess, name: string) => Promise<void>;
}

type Granted = Holders['granted'][number];

const holderOf = (user: Granted['user'], group: Granted['group']) =>
  user ? { user: user.id } : { group: group?.id };

function DirectGrants({ granted, onGive, onTake }: DirectGrantsProps) {
  const { t } = useWords();
  return (
    <>
      <h3 id="mq-granted">{t('accessReport:direct')}</h3>
      <ul aria-labelledby="mq-granted">
        {granted.map(({ id, user, group, scope, limits }) => (
          <GrantRow
            key={id}
            title={user?.name ?? group?.name ?? ''}
            note={user ? (user.email ?? '') : t('access:group')}
            scope={scope}
            limits={limits}
            onChange={(change) => onGive({ ...holderOf(user, group), ...change })}
            onTake={() =>
              onTake(id, { ...holderOf(user, group), scope, limits }, user?.name ?? group?.name ?? '')
            }
          />
        ))}
      </ul>
    </>
  );
}

/** The same of anything, where it isn't Payload's form that says of what. */
export function AccessReport({ reference, privacy = null, shared = null }: AccessReportProps) {
  const { t, list } = useWords();
  const me = useMe();
  const [known, reload] = useHolders(reference, privacy);
  if (!known) return null;
  const { holders, on, granted, unanswered } = known;
  const give = async (access: DirectAccess): Promise<void> => {
    if (on === null) return;
    const { resource, resourceId } = on;
    await call('give_grant', { body: { resource, resourceId, ...access } });
    reload();
  };
  const take = async (grant: string, access: DirectAccess, name: string): Promise<void> => {
    if (on === null) return;
    const { resource, resourceId } = on;
    await takeGrant(grant, { resource, resourceId, ...access }, t('access:revoked', { title: name }), reload);
  };

  return (
    <>
      <section className="mq-reach" aria-labelledby="mq-reach">
        <h3 id="mq-reach">{t('accessReport:title')}</h3>
        <ul className="mq-people" aria-labelledby="mq-reach">
          {holders.map((holder, at) => (
            // Two portals may have the same name.
            <HolderRow key={`${holder.kind} ${holder.id ?? `${holder.via} ${at}`}`} holder={holder} />
          ))}
        </ul>
        {unanswered && (
          <p className="mq-muted" role="alert">
            {t('accessReport:incomplete', { sources: list(unanswered) })}
          </p>
        )}
        {me?.scope === 'admin' && on !== null && (
          <div className="mq-grants">
            {granted.length > 0 && <DirectGrants granted={granted} onGive={give} onTake={take} />}
            <GiveAccess withGroups={me.organizationScope === 'admin'} onGive={give} />
          </div>
        )}
      </section>
      {shared && <ShareLinks of={shared} onChanged={reload} />}
    </>
  );
}
