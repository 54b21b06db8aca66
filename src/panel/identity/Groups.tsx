'use client';
// Groups of people: their members and the access they give.
import { useState } from 'react';
import type { Group, Person } from '../../identity/people/schemas.ts';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import type { Grantable } from '../client/useGrantables.ts';
import { GroupRow } from './GroupRow.tsx';
import { Form } from '../ui/Form.tsx';

interface Shared {
  people: readonly Person[];
  grantables: readonly Grantable[];
  onChanged: () => void;
}

export function Groups({ groups, ...shared }: Shared & { groups: readonly Group[] }) {
  const [name, setName] = useState('');
  const [busy, during] = useBusy();

  const make = async (): Promise<void> => {
    await call('create_group', { body: { name: name.trim() } });
    setName('');
    shared.onChanged();
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
      <Form className="mq-row mq-people__new" onSubmit={() => void during(make)}>
        <input
          className="mq-input"
          aria-label="Name of a new group"
          placeholder="Designers"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="mq-button" disabled={busy || name.trim() === ''}>
          Create group
        </button>
      </Form>
    </section>
  );
}
