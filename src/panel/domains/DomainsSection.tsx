'use client';
// The custom domains of a site or portal, on its page.
import { useState } from 'react';
import type { DomainKind } from '../../domains/schemas.ts';
import { useSaving } from '../client/useSaving.ts';
import '../identity/people.css';
import { useMayDelete } from '../sharing/useMayDelete.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { TextPart } from '../ui/form/inputs.tsx';
import { PanelSection } from '../ui/PanelSection.tsx';
import { useWords } from '../words/useWords.ts';
import { DomainRow } from './DomainRow.tsx';
import { useDomains, type Domains } from './useDomains.ts';

function NewDomain({ add }: Pick<Domains, 'add'>) {
  const { t } = useWords();
  const [host, setHost] = useState('');
  const { busy, at, problem, save } = useSaving(['host']);
  const send = (): Promise<void> =>
    save(async () => {
      await add(host.trim());
      setHost('');
    });
  return (
    <Form onSubmit={() => void send()}>
      <TextPart
        id="mq-new-domain"
        label={t('domains:host')}
        value={host}
        hint={t('domains:hint')}
        maxLength={300}
        problem={at('host')}
        onChange={setHost}
      />
      <Alert problem={problem} />
      <button type="submit" className="mq-button mq-button--small" disabled={busy || host.trim() === ''}>
        {t('domains:add')}
      </button>
    </Form>
  );
}

export function DomainsSection({ kind, id }: { kind: DomainKind; id: string }) {
  const { t } = useWords();
  const mayRemove = useMayDelete();
  const { domains, problem, add, check, remove } = useDomains(kind, id);
  return (
    <PanelSection id="mq-domains" title={t('domains:title')}>
      <Alert problem={problem} />
      {domains !== null && domains.length > 0 && (
        <ul className="mq-people" aria-labelledby="mq-domains">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} mayRemove={mayRemove} check={check} remove={remove} />
          ))}
        </ul>
      )}
      <NewDomain add={add} />
    </PanelSection>
  );
}
