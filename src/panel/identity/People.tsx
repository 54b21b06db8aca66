'use client';
// The people page, in place of Payload's list: members with their access, invitations, and groups.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useSearchParams } from 'next/navigation.js';
import { useState } from 'react';
import type { Member, SentInvitation } from '../../identity/people/schemas.ts';
import { limitsInWords, scopeLabels } from '../access/access-words.ts';
import { call } from '../client/operations.ts';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { counted } from '../ui/format.ts';
import { GrantList } from '../access/GrantList.tsx';
import { Groups } from './Groups.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { InvitationLink, Invitations, InviteForm } from './Invite.tsx';
import { useMe, type Who } from '../client/me.tsx';
import './people.css';
import { usePeople } from '../client/usePeople.ts';
import { useGrantables, type Grantable } from '../client/useGrantables.ts';

/** Lists longer than this get a search field. */
const many = 8;
/** Grants shown in a collapsed row. */
const shown = 3;

interface RowProps {
  member: Member;
  me: Who;
  grantables: readonly Grantable[];
  onChanged: () => void;
}

function MemberRow({ member, me, grantables, onChanged }: RowProps) {
  const { id, name, email, grants } = member;
  const asked = useSearchParams().get('person') === id;
  const [open, setOpen] = useState(asked);
  const rules = me.organizationScope === 'admin';
  const organization = me.organization?.name ?? 'the organization';
  return (
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>
            {name} {id === me.id && <span className="mq-badge mq-badge--note">You</span>}
          </strong>
          <span className="mq-muted">{email}</span>
        </span>
        <span className="mq-person__grants">
          {grants.slice(0, shown).map((grant) => {
            const but = limitsInWords(grant.scope, grant.limits);
            return (
              <span key={grant.id} className="mq-badge mq-badge--note">
                {scopeLabels[grant.scope]} · {grant.label}
                {grant.group ? ` through ${grant.group.name}` : ''}
                {but ? ` (${but})` : ''}
              </span>
            );
          })}
          {grants.length > shown && <span className="mq-muted">and {grants.length - shown} more</span>}
          {grants.length === 0 && <span className="mq-muted">In a group without access yet</span>}
        </span>
        <button
          type="button"
          className="mq-button mq-button--small"
          aria-expanded={open}
          aria-label={`${open ? 'Close' : 'Change'} ${name}`}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Close' : 'Change'}
        </button>
      </div>
      {open && (
        <div className="mq-person__more">
          <GrantList
            id={`mq-access-${id}`}
            holder={{ user: id }}
            name={name}
            grants={grants}
            grantables={grantables}
            rules={rules}
            onChanged={onChanged}
          />
          {rules && (
            <Ask
              label={`Remove from ${organization}`}
              confirm={`Remove ${name}`}
              words={
                id === me.id
                  ? 'You lose all access here, your group memberships and your own keys. What you created stays.'
                  : `${name} loses all access here, their group memberships and their own keys. What they created stays.`
              }
              onConfirm={async () => {
                await call('delete_member', { id });
                if (id === me.id) window.location.reload();
                onChanged();
              }}
            />
          )}
        </div>
      )}
    </li>
  );
}

function Members({ members, ...shared }: { members: readonly Member[] } & Omit<RowProps, 'member'>) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = members.filter(
    ({ name, email }) => wanted === '' || `${name} ${email}`.toLowerCase().includes(wanted),
  );
  return (
    <section className="mq-section" aria-labelledby="mq-members">
      <header className="mq-section__head">
        <h2 id="mq-members">
          {counted(members.length, 'person', 'people')}
          {shared.me.organizationScope === 'admin' ? ` in ${shared.me.organization?.name ?? ''}` : ' here'}
        </h2>
        {members.length > many && (
          <label className="mq-search">
            <SearchIcon />
            <span className="mq-sr-only">Find a person</span>
            <input
              type="search"
              placeholder="Find a person"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
              }}
            />
          </label>
        )}
      </header>
      <ul className="mq-people" aria-labelledby="mq-members">
        {found.map((member) => (
          <MemberRow key={member.id} member={member} {...shared} />
        ))}
      </ul>
      {found.length === 0 && <p className="mq-quiet">No matches.</p>}
    </section>
  );
}

function PeopleOverview({ me }: { me: Who }) {
  const { people, problem, reload } = usePeople(me);
  const grantables = useGrantables(me);
  const [inviting, setInviting] = useState(false);
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const here = grantables.find(({ id }) => id === me.workspace?.id) ?? grantables[0] ?? null;
  const rules = me.organizationScope === 'admin';

  const show = (invitation: SentInvitation): void => {
    setInviting(false);
    setSent(invitation);
    reload();
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <header className="mq-head">
        <h1>People</h1>
        {!inviting && here && (
          <button
            type="button"
            className="mq-button mq-button--primary"
            onClick={() => {
              setSent(null);
              setInviting(true);
            }}
          >
            Invite
          </button>
        )}
      </header>
      {sent && (
        <InvitationLink
          sent={sent}
          onClose={() => {
            setSent(null);
          }}
        />
      )}
      {inviting && (
        <InviteForm
          grantables={grantables}
          first={here}
          onSent={show}
          onCancel={() => {
            setInviting(false);
          }}
        />
      )}
      <Alert words={problem} />
      {people && (
        <>
          {people.invitations.length > 0 && (
            <section className="mq-section" aria-labelledby="mq-invited">
              <h2 id="mq-invited">Invited</h2>
              <Invitations
                invitations={people.invitations}
                rules={rules}
                onSent={show}
                onChanged={() => {
                  setSent(null);
                  reload();
                }}
              />
            </section>
          )}
          <Members members={people.members} me={me} grantables={grantables} onChanged={reload} />
          {people.groups && (
            <Groups
              groups={people.groups}
              people={people.members}
              grantables={grantables}
              onChanged={reload}
            />
          )}
        </>
      )}
    </>
  );
}

export function People() {
  const me = useMe();
  return (
    <main>
      <SetStepNav nav={[{ label: 'People' }]} />
      <Gutter className="mq-library">
        {me && (me.scope === 'admin' || me.organizationScope === 'admin') ? (
          <PeopleOverview key={me.workspace?.id} me={me} />
        ) : (
          <>
            <header className="mq-head">
              <h1>People</h1>
            </header>
            {me && <p className="mq-quiet">Only admins can see who has access here.</p>}
          </>
        )}
      </Gutter>
    </main>
  );
}
