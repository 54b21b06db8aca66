'use client';
// A portal's access requests, pending ones first: approve or deny them, and copy or revoke the links of approved guests.
import { useState } from 'react';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import '../identity/people.css';
import { Alert } from '../ui/Alert.tsx';
import { PortalRequestRow, type RowProps } from './PortalRequestRow.tsx';
import { useWords } from '../words/useWords.ts';
import { PanelSection } from '../ui/PanelSection.tsx';

export function PortalRequests({ portal }: { portal: string }) {
  const { t } = useWords();
  const { data: requests, problem, again } = useOperation('list_portal_requests', { id: portal });
  const [now] = useState(() => Date.now());
  const waiting = requests?.filter(({ status }) => status === 'pending') ?? [];
  const decided = requests?.filter(({ status }) => status !== 'pending') ?? [];
  const onDecide: RowProps['onDecide'] = async ({ id }, status) => {
    await call('decide_portal_request', { id: portal, request: id, body: { status } });
    again();
  };
  return (
    <PanelSection
      id="mq-portal-requests"
      title={
        waiting.length > 0 ? t('portals:requestsPending', { count: waiting.length }) : t('portals:requests')
      }
    >
      <Alert problem={problem} />
      {requests?.length === 0 ? (
        <p className="mq-muted">{t('portals:noRequests')}</p>
      ) : (
        <ul className="mq-people" aria-labelledby="mq-portal-requests">
          {[...waiting, ...decided].map((request) => (
            <PortalRequestRow key={request.id} request={request} now={now} onDecide={onDecide} />
          ))}
        </ul>
      )}
    </PanelSection>
  );
}
