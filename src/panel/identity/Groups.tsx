'use client';
// Groups of people: their members and the access they give.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Group, Person } from '../../identity/people/schemas.ts';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Ask } from '../ui/Ask.tsx';
import { counted } from '../ui/format.ts';
import { GrantList } from '../access/GrantList.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { TextPart } from '../ui/inputs.tsx';
import type { Grantable } from '../client/useGrantables.ts';

interface Shared {
  people: readonly Person[];
  grantables: readonly Grantable[];
  onChanged: () => void;
}

function GroupRow({ group, people, grantables, onChanged }: Shared & { group: Group }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(group.name);
  const [busy, setBusy] = useState(false);
  const outside = people.filter(({ id }) => !group.members.some((one) => one.id === id));

  const change = async (work: Promise<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await work;
      onChanged();
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };
  const members = (body: { add?: string[]; remove?: string[] }): Promise<void> =>
    change(call('change_group_members', { id: group.id, body }));

  return (
    <li className="mq-person">
      <div className="mq-person__head">
        <span className="mq-person__who">
          <strong>{group.name}</strong>
          <span className="mq-muted">
            {group.members.length === 0
              ? 'No members yet'
              : group.members
                  .slice(0, 4)
                  .map((one) => one.name)
                  .join(', ') + (group.members.length > 4 ? ` and ${group.members.length - 4} more` : '')}
          </span>
        </span>
        <button
          type="button"
          className="mq-button mq-button--small"
          aria-expanded={open}
          aria-label={`${open ? 'Close' : 'Change'} group ${group.name}`}
          onClick={() => {
            setOpen(!open);
          }}
        >
          {open ? 'Close' : 'Change'}
        </button>
      </div>
      {open && (
        <div className="mq-person__more">
          <form
            className="mq-row"
            onSubmit={(event) => {
              event.preventDefault();
              void change(call('update_group', { id: group.id, body: { name: name.trim() } }));
            }}
          >
            <TextPart
              id={`mq-group-${group.id}`}
              label="Name"
              value={name}
              maxLength={200}
              onChange={setName}
            />
            <button
              type="submit"
              className="mq-button mq-button--small mq-person__beside"
              disabled={busy || name.trim() === '' || name.trim() === group.name}
            >
              Rename
            </button>
          </form>
          <div>
            <h3>Members</h3>
            <ul className="mq-members" aria-label={`Members of ${group.name}`}>
              {group.members.map((one) => (
                <li key={one.id} className="mq-chip">
                  <span>{one.name}</span>
                  <button
                    type="button"
                    disabled={busy}
                    aria-label={`Remove ${one.name} from ${group.name}`}
                    onClick={() => void members({ remove: [one.id] })}
                  >
                    <CloseIcon />
                  </button>
                </li>
              ))}
              {outside.length > 0 && (
                <li>
                  <select
                    className="mq-facet"
                    aria-label={`Add to ${group.name}`}
                    value=""
                    disabled={busy}
                    onChange={(event) => {
                      if (event.target.value) void members({ add: [event.target.value] });
                    }}
                  >
                    <option value="">Add someone</option>
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
          <div>
            <h3>Access for its members</h3>
            <GrantList
              id={`mq-group-access-${group.id}`}
              holder={{ group: group.id }}
              name={group.name}
              grants={group.grants}
              grantables={grantables}
              rules
              onChanged={onChanged}
            />
          </div>
          <Ask
            label="Delete group"
            confirm={`Delete ${group.name} permanently`}
            words={`Its ${counted(group.members.length, 'member loses', 'members lose')} access that they only have through this group.`}
            onConfirm={async () => {
              await call('delete_group', { id: group.id });
              onChanged();
            }}
          />
        </div>
      )}
    </li>
  );
}

export function Groups({ groups, ...shared }: Shared & { groups: readonly Group[] }) {
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);

  const make = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('create_group', { body: { name: name.trim() } });
      setName('');
      shared.onChanged();
    } catch (error) {
      toast.error(wordsOf(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="mq-section" aria-labelledby="mq-groups">
      <h2 id="mq-groups">Groups</h2>
      {groups.length === 0 && (
        <p className="mq-muted">Give a group access once, and all its members have it.</p>
      )}
      {groups.length > 0 && (
        <ul className="mq-people" aria-labelledby="mq-groups">
          {groups.map((group) => (
            <GroupRow key={group.id} group={group} {...shared} />
          ))}
        </ul>
      )}
      <form
        className="mq-row mq-people__new"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <input
          className="mq-input"
          aria-label="Name of a new group"
          placeholder="Designers"
          maxLength={200}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <button type="submit" className="mq-button" disabled={busy || name.trim() === ''}>
          Create group
        </button>
      </form>
    </section>
  );
}
