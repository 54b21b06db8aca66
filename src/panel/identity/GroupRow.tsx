'use client';
// A group in the list: its members, name and access, and deleting it.
import type { Group, Person } from '../../identity/people/schemas.ts';
import { GrantList } from '../access/GrantList.tsx';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import type { Grantable } from '../client/useGrantables.ts';
import { Ask } from '../ui/Ask.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { OpeningRow } from '../ui/NamedRow.tsx';
import { Rename } from '../ui/form/NameForms.tsx';
import { offerUndo } from '../ui/undo.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

const shownMembers = 4;

/** The first members by name, and how many more there are. */
function membersInWords({ members }: Group, t: Translate): string {
  if (members.length === 0) return t('identity:noMembers');
  const names = members
    .slice(0, shownMembers)
    .map(({ name }) => name)
    .join(', ');
  const count = members.length - shownMembers;
  return count > 0 ? t('identity:namesAndMore', { names, count }) : names;
}

interface PartProps {
  group: Group;
  onChanged: () => void;
}

function GroupMembers({ group, people, onChanged }: PartProps & { people: readonly Person[] }) {
  const { t } = useWords();
  const [busy, during] = useBusy();
  const outside = people.filter(({ id }) => !group.members.some((one) => one.id === id));
  const change = async (body: { add?: string[]; remove?: string[] }): Promise<void> => {
    await call('change_group_members', { id: group.id, body });
    onChanged();
  };
  const remove = (person: Person): void =>
    void during(async () => {
      await change({ remove: [person.id] });
      offerUndo(
        t('identity:removedFrom', { name: person.name, group: group.name }),
        () => change({ add: [person.id] }),
        group.id,
      );
    });
  return (
    <div>
      <h3>{t('identity:members')}</h3>
      <ul className="mq-members" aria-label={t('identity:membersOf', { name: group.name })}>
        {group.members.map((one) => (
          <li key={one.id} className="mq-chip">
            <span>{one.name}</span>
            <button
              type="button"
              disabled={busy}
              aria-label={t('identity:removeFrom', { name: one.name, group: group.name })}
              onClick={() => remove(one)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
        {outside.length > 0 && (
          <li>
            <select
              className="mq-facet"
              aria-label={t('identity:addTo', { name: group.name })}
              value=""
              disabled={busy}
              onChange={(event) => {
                const { value } = event.target;
                if (value) void during(() => change({ add: [value] }));
              }}
            >
              <option value="">{t('identity:addSomeone')}</option>
              {outside.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name} ({one.email})
                </option>
              ))}
            </select>
          </li>
        )}
      </ul>
    </div>
  );
}

interface RowProps extends PartProps {
  people: readonly Person[];
  grantables: readonly Grantable[];
}

export function GroupRow({ group, people, grantables, onChanged }: RowProps) {
  const { t } = useWords();
  const { id, name, members, grants } = group;
  return (
    <OpeningRow name={name} note={membersInWords(group, t)} what={t('identity:groupNamed', { name })}>
      {() => (
        <>
          <Rename
            name={name}
            onRename={async (next) => {
              await call('update_group', { id, body: { name: next } });
              onChanged();
            }}
          />
          <GroupMembers group={group} people={people} onChanged={onChanged} />
          <div>
            <h3>{t('identity:accessForMembers')}</h3>
            <GrantList
              id={`mq-group-access-${id}`}
              holder={{ group: id }}
              name={name}
              grants={grants}
              grantables={grantables}
              rules
              onChanged={onChanged}
            />
          </div>
          <Ask
            label={t('identity:deleteGroup')}
            confirm={t('fields:deleteOne', { label: name })}
            words={t('identity:deleteGroupHint', { count: members.length })}
            onConfirm={async () => {
              await call('delete_group', { id });
              onChanged();
            }}
          />
        </>
      )}
    </OpeningRow>
  );
}
