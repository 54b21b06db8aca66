'use client';
// The people page, in place of Payload's list: members with their access, invitations, and groups.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useState } from 'react';
import type { Member, SentInvitation } from '../../identity/people/schemas.ts';
import { useMe, type Who } from '../client/me.tsx';
import { useAddress } from '../client/useAddress.ts';
import { useGrantables } from '../client/useGrantables.ts';
import { usePeople } from '../client/usePeople.ts';
import { Alert } from '../ui/Alert.tsx';
import { SearchBox } from '../ui/form/SearchBox.tsx';
import { Groups } from './Groups.tsx';
import { Invitations } from './Invitations.tsx';
import { InvitationLink, InviteForm } from './Invite.tsx';
import { MemberRow, type RowProps } from './MemberRow.tsx';
import { useWords } from '../words/useWords.ts';
import './people.css';

/** Lists longer than this get a search field. */
const many = 8;
function Members({ members, ...shared }: { members: readonly Member[] } & Omit<RowProps, 'member'>) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = members.filter(
    ({ name, email }) => wanted === '' || `${name} ${email}`.toLowerCase().includes(wanted),
  );
  return (
    <section className="mq-section" aria-labelledby="mq-members">
      <header className="mq-section__head">
        <h2 id="mq-members">
          {shared.me.organizationScope === 'admin'
            ? t('identity:peopleIn', {
                count: members.length,
                organization: shared.me.organization?.name ?? '',
              })
            : t('identity:peopleHere', { count: members.length })}
        </h2>
        {members.length > many && (
          <SearchBox label={t('identity:findPerson')} value={typed} onChange={setTyped} />
        )}
      </header>
      <ul className="mq-people" aria-labelledby="mq-members">
        {found.map((member) => (
          <MemberRow key={member.id} member={member} {...shared} />
        ))}
      </ul>
      {found.length === 0 && <p className="mq-quiet">{t('ui:noMatches')}</p>}
    </section>
  );
}

/** @param onInvite null: the viewer can't invite, or is doing so. */
function PeopleHeader({ onInvite }: { onInvite: (() => void) | null }) {
  const { t } = useWords();
  return (
    <header className="mq-head">
      <h1>{t('identity:people')}</h1>
      {onInvite && (
        <button type="button" className="mq-button mq-button--primary" onClick={onInvite}>
          {t('identity:invite')}
        </button>
      )}
    </header>
  );
}

function PeopleOverview({ me }: { me: Who }) {
  const { people, problem, reload } = usePeople(me);
  const grantables = useGrantables(me);
  const [parameters, goTo] = useAddress();
  const inviting = parameters.has('invite');
  const setInviting = (invites: boolean): void => goTo({ invite: invites ? '1' : null }, 'replace');
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const here = grantables.find(({ id }) => id === me.workspace?.id) ?? grantables[0] ?? null;

  const invite = (): void => {
    setSent(null);
    setInviting(true);
  };
  const show = (invitation: SentInvitation): void => {
    setInviting(false);
    setSent(invitation);
    reload();
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PeopleHeader onInvite={inviting || !here ? null : invite} />
      {sent && <InvitationLink sent={sent} onClose={() => setSent(null)} />}
      {inviting && (
        <InviteForm grantables={grantables} first={here} onSent={show} onCancel={() => setInviting(false)} />
      )}
      <Alert problem={problem} />
      {people && people.invitations.length > 0 && (
        <Invitations
          invitations={people.invitations}
          rules={me.organizationScope === 'admin'}
          onSent={show}
          onChanged={() => {
            setSent(null);
            reload();
          }}
        />
      )}
      {people && <Members members={people.members} me={me} grantables={grantables} onChanged={reload} />}
      {people?.groups && (
        <Groups groups={people.groups} people={people.members} grantables={grantables} onChanged={reload} />
      )}
    </>
  );
}

export function People() {
  const { t } = useWords();
  const me = useMe();
  return (
    <main>
      <SetStepNav nav={[{ label: t('identity:people') }]} />
      <Gutter className="mq-library">
        {me && (me.scope === 'admin' || me.organizationScope === 'admin') ? (
          <PeopleOverview key={me.workspace?.id} me={me} />
        ) : (
          <>
            <PeopleHeader onInvite={null} />
            {me && <p className="mq-quiet">{t('identity:adminsOnly')}</p>}
          </>
        )}
      </Gutter>
    </main>
  );
}
