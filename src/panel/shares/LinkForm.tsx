'use client';
// Creates a share link: what it allows, its name, when it expires, and its password.
import { useState } from 'react';
import type { NewShare, Share, ShareKind } from '../../shares/schemas.ts';
import { call } from '../client/operations.ts';
import { useSaving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { ChoicePart, TextPart, TickPart } from '../ui/form/inputs.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { endKeys, ends, expiryOf, minPasswordLength, type End } from './link-ends.ts';
import { useWords } from '../words/useWords.ts';
import type { PlainKey } from '../../words/keys.ts';

export interface SharedResource {
  kind: 'asset' | 'collection';
  id: string;
}

/** With its address, which is only known now. */
export type MadeShare = Share & { url: string };

export const kindKeys = {
  view: 'shares:viewOnly',
  review: 'shares:comment',
  upload: 'shares:uploadFiles',
} as const satisfies Record<ShareKind, PlainKey>;
const hintKeys: Partial<Record<ShareKind, PlainKey>> = {
  review: 'shares:reviewHint',
  upload: 'shares:uploadHint',
};
const kindsFor: Record<SharedResource['kind'], readonly ShareKind[]> = {
  asset: ['view', 'review'],
  collection: ['view', 'review', 'upload'],
};

interface FormProps {
  of: SharedResource;
  onMade: (made: MadeShare) => void;
  onCancel: () => void;
}

/** What was entered, and creating the link. */
function useNewLink({ of, onMade }: Pick<FormProps, 'of' | 'onMade'>) {
  const [kind, setKind] = useState<ShareKind>('view');
  const [allowDownloads, setAllowDownloads] = useState(false);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [end, setEnd] = useState<End>('7');
  const [lastDay, setLastDay] = useState('');
  const { busy, problem, save } = useSaving();
  const tooShort = password !== '' && password.length < minPasswordLength;

  const make = async (): Promise<void> => {
    const body: NewShare = {
      kind,
      [of.kind]: of.id,
      ...(kind === 'review' ? { allowDownloads } : {}),
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(password === '' ? {} : { password }),
      ...(end === 'never' ? {} : { expiresAt: expiryOf(end, lastDay) }),
    };
    onMade((await call('create_share', { body })).data);
  };
  return {
    kind,
    setKind,
    allowDownloads,
    setAllowDownloads,
    name,
    setName,
    password,
    setPassword,
    end,
    setEnd,
    lastDay,
    setLastDay,
    tooShort,
    problem,
    may: !busy && !tooShort && (end !== 'date' || lastDay !== ''),
    make: () => void save(make),
  };
}

function DownloadsPart({ link }: { link: ReturnType<typeof useNewLink> }) {
  const { t } = useWords();
  if (link.kind !== 'review') return null;
  return (
    <div>
      <TickPart
        label={t('shares:allowDownloads')}
        checked={link.allowDownloads}
        onChange={link.setAllowDownloads}
      />
      <p className="mq-hint">{t('shares:downloadsHint')}</p>
    </div>
  );
}

function LinkInputs({ of, link }: { of: SharedResource; link: ReturnType<typeof useNewLink> }) {
  const { t } = useWords();
  const { kind, name, password, end, lastDay } = link;
  const hint = hintKeys[kind];
  return (
    <div className="mq-pair">
      <ChoicePart
        id="mq-link-kind"
        label={t('shares:linkType')}
        value={kind}
        options={kindsFor[of.kind].map((one) => ({ value: one, label: t(kindKeys[one]) }))}
        hint={hint && t(hint)}
        onChange={(value) => link.setKind(value as ShareKind)}
      />
      <DownloadsPart link={link} />
      <TextPart
        id="mq-link-name"
        label={t('shares:linkName')}
        value={name}
        maxLength={200}
        placeholder={t('ui:optional')}
        hint={t('shares:nameHint')}
        onChange={link.setName}
      />
      <ChoicePart
        id="mq-link-end"
        label={t('shares:expires')}
        value={end}
        options={ends.map((one) => ({ value: one, label: t(endKeys[one]) }))}
        onChange={(value) => link.setEnd(value as End)}
      />
      {end === 'date' && (
        <TextPart
          id="mq-link-day"
          label={t('shares:lastDay')}
          type="date"
          value={lastDay}
          onChange={link.setLastDay}
        />
      )}
      <TextPart
        id="mq-link-password"
        label={t('shares:linkPassword')}
        type="secret"
        value={password}
        maxLength={200}
        placeholder={t('ui:optional')}
        hint={t('shares:passwordHint')}
        problem={link.tooShort ? t('shares:passwordTooShort', { count: minPasswordLength }) : null}
        onChange={link.setPassword}
      />
    </div>
  );
}

export function LinkForm({ of, onMade, onCancel }: FormProps) {
  const { t } = useWords();
  const link = useNewLink({ of, onMade });
  return (
    <Form className="mq-panel" aria-label={t('shares:share')} onSubmit={link.make}>
      <LinkInputs of={of} link={link} />
      <Alert problem={link.problem} />
      <FormFoot action={t('shares:createLink')} disabled={!link.may} onCancel={onCancel} />
    </Form>
  );
}
