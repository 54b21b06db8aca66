'use client';
// The workspace's connected agents and keys: how to connect one, what each has proposed, and how to revoke it.
import { Gutter, SetStepNav } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { send } from '../client/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { KeyList } from '../access/KeyList.tsx';
import { useKeys } from '../access/useKeys.ts';
import { KeyMaker } from '../access/KeyMaker.tsx';
import { reading } from '../client/reading.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useWords } from '../words/useWords.ts';
import { AllowSheet, type Allowing } from './AllowSheet.tsx';
import { AutoAccepted } from './AutoAccepted.tsx';
import { TrackRecords } from './TrackRecords.tsx';
import { useAutoAccept } from './useAutoAccept.ts';
import './agents.css';

/** The MCP address as this server reports it: agents compare it with the address they were given (RFC 9728). */
function useAddress(): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    return reading(
      (signal) =>
        send<{ resource: string }>('GET', '/.well-known/oauth-protected-resource/api/v1/mcp', {
          signal,
        }),
      ({ resource }) => {
        setAddress(resource);
      },
    );
  }, []);
  return address;
}

function HowTo({ address }: { address: string }) {
  const { t } = useWords();
  const config = JSON.stringify(
    { mcpServers: { marque: { type: 'http', url: address, headers: { Authorization: 'Bearer mq_…' } } } },
    null,
    2,
  );
  return (
    <div className="mq-howto">
      <details>
        <summary>{t('agents:chatApp')}</summary>
        <ol>
          <li>{t('agents:chatStep1')}</li>
          <li>{t('agents:chatStep2')}</li>
          <li>{t('agents:chatStep3')}</li>
        </ol>
      </details>
      <details>
        <summary>{t('agents:program')}</summary>
        <ol>
          <li>{t('agents:programStep1')}</li>
          <li>{t('agents:programStep2')}</li>
        </ol>
        <pre tabIndex={0} aria-label={t('agents:configuration')}>
          {config}
        </pre>
      </details>
    </div>
  );
}

function Address() {
  const { t } = useWords();
  const address = useAddress();
  return (
    <section className="mq-panel" aria-labelledby="mq-address">
      <h2 id="mq-address">{t('agents:connectOne')}</h2>
      <p className="mq-muted">{t('agents:addressIntro')}</p>
      <p className="mq-secret">
        <code>{address ?? '…'}</code>
        {address && <CopyButton value={address} label={t('agents:copyAddress')} />}
      </p>
      {address && <HowTo address={address} />}
    </section>
  );
}

export function Agents() {
  const { t } = useWords();
  const { me, keys, problem, again } = useKeys();
  const auto = useAutoAccept(keys);
  const [allowing, setAllowing] = useState<Allowing | null>(null);
  const seesAll = me?.scope === 'admin';
  return (
    <main>
      <SetStepNav nav={[{ label: t('agents:title') }]} />
      <Gutter className="mq-agentspage">
        <h1>{me?.workspace ? t('agents:titleIn', { workspace: me.workspace.name }) : t('agents:title')}</h1>
        <Address />
        <Alert problem={problem} />
        {keys && (
          <>
            <KeyList
              title={t('agents:connectedAgents')}
              keys={keys.filter(({ connected }) => connected)}
              none={t(seesAll ? 'agents:noneConnected' : 'agents:noneOfYours')}
              onGone={again}
            />
            <KeyList
              title={t('access:keys')}
              keys={keys.filter(({ connected }) => !connected)}
              none={t(seesAll ? 'agents:noKeys' : 'agents:noKeysOfYours')}
              onGone={again}
            />
            {auto && <AutoAccepted auto={auto} onAllow={setAllowing} />}
            <TrackRecords auto={auto} onAllow={setAllowing} />
            <KeyMaker onMade={again} />
          </>
        )}
        {auto && allowing && <AllowSheet auto={auto} allowing={allowing} onClose={() => setAllowing(null)} />}
      </Gutter>
    </main>
  );
}
