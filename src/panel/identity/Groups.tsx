'use client';
// Groups of people: their members and the access they give.
import type { Group, Person } from '../../identity/people/schemas.ts';
import { call } from '../client/operations.ts';
import type { Grantable } from '../client/useGrantables.ts';
import { GroupRow } from './GroupRow.tsx';
import { CreateByName } from '../ui/form/NameForms.tsx';
import { useWords } from '../words/useWords.ts';

interface Shared {
  people: readonly Person[];
  grantables: readonly Grantable[];
  onChanged: () => void;
}

export function Groups({ groups, ...shared }: Shared & { groups: readonly Group[] }) {
  const { t } = useWords();
  return (
    <section className="mq-section" aria-labelledby="mq-groups">
      <h2 id="mq-groups">{t('identity:groups')}</h2>
      {groups.length === 0 && <p className="mq-muted">{t('identity:groupsIntro')}</p>}
      {groups.length > 0 && (
        <ul className="mq-people" aria-labelledby="mq-groups">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} {...shared} />
          ))}
        </ul>
      )}
      <CreateByName
        noun="group"
        placeholder={t('identity:groupExample')}
        onCreate={async (name) => {
          await call('create_group', { body: { name } });
          shared.onChanged();
        }}
      />
    </section>
  );
}
