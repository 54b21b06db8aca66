'use client';
// A person in the list of members: their access, and removing them.
import { useSearchParams } from 'next/navigation.js';
import type { Member } from '../../identity/people/schemas.ts';
import { limitsInWords, scopeKeys } from '../access/access-words.ts';
import { GrantList } from '../access/GrantList.tsx';
import type { Who } from '../client/me.tsx';
import { call } from '../client/operations.ts';
import type { Grantable } from '../client/useGrantables.ts';
import { Ask } from '../ui/Ask.tsx';
import { OpeningRow } from '../ui/NamedRow.tsx';
import { useWords } from '../words/useWords.ts';

/** Grants shown in a collapsed row. */
const shown = 3;

export interface RowProps {
  member: Member;
  me: Who;
  grantables: readonly Grantable[];
  onChanged: () => void;
}

function GrantBadges({ grants }: Pick<Member, 'grants'>) {
  const words = useWords();
  const { t } = words;
  return (
    <span className="mq-person__grants">
      {grants.slice(0, shown).map((grant) => {
        const but = limitsInWords(grant.scope, grant.limits, words);
        const on = { scope: t(scopeKeys[grant.scope]), label: grant.label };
        const access = grant.group
          ? t('identity:grantThrough', { ...on, group: grant.group.name })
          : t('identity:grantOn', on);
        return (
          <span key={grant.id} className="mq-badge mq-badge--note">
            {but === null ? access : t('identity:withLimits', { access, limits: but })}
          </span>
        );
      })}
      {grants.length > shown && (
        <span className="mq-muted">{t('ui:andMore', { count: grants.length - shown })}</span>
      )}
      {grants.length === 0 && <span className="mq-muted">{t('identity:groupWithoutAccess')}</span>}
    </span>
  );
}

export function MemberRow({ member, me, grantables, onChanged }: RowProps) {
  const { t } = useWords();
  const { id, name, email, grants } = member;
  const asked = useSearchParams().get('person') === id;
  const rules = me.organizationScope === 'admin';
  const organization = me.organization?.name ?? t('identity:theOrganization');
  return (
    <OpeningRow
      name={
        <>
          {name} {id === me.id && <span className="mq-badge mq-badge--note">{t('identity:you')}</span>}
        </>
      }
      note={email}
      marks={<GrantBadges grants={grants} />}
      what={name}
      startsOpen={asked}
    >
      {() => (
        <>
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
              label={t('identity:removeFromOrganization', { organization })}
              confirm={t('ui:removeOne', { name })}
              words={id === me.id ? t('identity:youLose') : t('identity:personLoses', { name })}
              onConfirm={async () => {
                await call('delete_member', { id });
                if (id === me.id) window.location.reload();
                onChanged();
              }}
            />
          )}
        </>
      )}
    </OpeningRow>
  );
}
