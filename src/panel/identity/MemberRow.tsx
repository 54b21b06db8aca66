'use client';
// A person in the list of members: their access, and removing them.
import { useSearchParams } from 'next/navigation.js';
import { useState } from 'react';
import type { Member } from '../../identity/people/schemas.ts';
import { limitsInWords, scopeLabels } from '../access/access-words.ts';
import { GrantList } from '../access/GrantList.tsx';
import type { Who } from '../client/me.tsx';
import { call } from '../client/operations.ts';
import type { Grantable } from '../client/useGrantables.ts';
import { Ask } from '../ui/Ask.tsx';
import { ChangeButton } from '../ui/ChangeButton.tsx';

/** Grants shown in a collapsed row. */
const shown = 3;

export interface RowProps {
  member: Member;
  me: Who;
  grantables: readonly Grantable[];
  onChanged: () => void;
}

function GrantBadges({ grants }: Pick<Member, 'grants'>) {
  return (
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
  );
}

export function MemberRow({ member, me, grantables, onChanged }: RowProps) {
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
        <GrantBadges grants={grants} />
        <ChangeButton what={name} open={open} onToggle={() => setOpen(!open)} />
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
