'use client';
// Changes a link that is there: its name, when it expires, its password, and whether visitors may download. Its address stays the same.
import { useState } from 'react';
import type { Share, SharePatch } from '../../shares/schemas.ts';
import { call } from '../client/operations.ts';
import { useSaving } from '../client/useSaving.ts';
import { Alert } from '../ui/Alert.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { ChoicePart, TextPart, TickPart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import { endKeys, ends, expiryOf, minPasswordLength, type End } from './link-ends.ts';

interface Props {
  share: Share;
  onSaved: () => void;
  onCancel: () => void;
}

/** What was entered, as a patch. */
interface Entered {
  name: string;
  end: End | 'keep';
  lastDay: string;
  password: string;
  removes: boolean;
  allowDownloads: boolean;
}

function patchOf(
  share: Share,
  { name, end, lastDay, password, removes, allowDownloads }: Entered,
): SharePatch {
  const wanted = name.trim();
  return {
    ...(wanted !== share.name && { name: wanted === '' ? null : wanted }),
    ...(end !== 'keep' && { expiresAt: end === 'never' ? null : expiryOf(end, lastDay) }),
    ...(removes ? { password: null } : password !== '' && { password }),
    ...(allowDownloads !== share.allowDownloads && { allowDownloads }),
  };
}

function useLink({ share, onSaved }: Pick<Props, 'share' | 'onSaved'>) {
  const [entered, setEntered] = useState<Entered>({
    name: share.name,
    end: 'keep',
    lastDay: '',
    password: '',
    removes: false,
    allowDownloads: share.allowDownloads,
  });
  const { busy, problem, save } = useSaving();
  const { end, lastDay, password, removes } = entered;
  const tooShort = !removes && password !== '' && password.length < minPasswordLength;
  const send = async (): Promise<void> => {
    await call('update_share', { id: share.id, body: patchOf(share, entered) });
    onSaved();
  };
  return {
    entered,
    enter: (part: Partial<Entered>) => setEntered((before) => ({ ...before, ...part })),
    tooShort,
    problem,
    may: !busy && !tooShort && (end !== 'date' || lastDay !== ''),
    send: () => void save(send),
  };
}

interface InputsProps {
  share: Share;
  link: ReturnType<typeof useLink>;
}

function Ticks({ share, link: { entered, enter } }: InputsProps) {
  const { t } = useWords();
  return (
    <>
      {share.hasPassword && (
        <TickPart
          label={t('shares:removePassword')}
          checked={entered.removes}
          onChange={(checked) => enter({ removes: checked })}
        />
      )}
      {share.kind === 'review' && (
        <TickPart
          label={t('shares:allowDownloads')}
          checked={entered.allowDownloads}
          onChange={(checked) => enter({ allowDownloads: checked })}
        />
      )}
    </>
  );
}

function Inputs({ share, link }: InputsProps) {
  const { t } = useWords();
  const { entered, enter } = link;
  const { name, end, lastDay, password, removes } = entered;
  const id = (part: string): string => `mq-link-${share.id}-${part}`;
  return (
    <div className="mq-pair">
      <TextPart
        id={id('name')}
        label={t('shares:linkName')}
        value={name}
        maxLength={200}
        hint={t('shares:nameHint')}
        onChange={(value) => enter({ name: value })}
      />
      <ChoicePart
        id={id('end')}
        label={t('shares:expires')}
        value={end}
        options={[
          { value: 'keep', label: t('shares:unchanged') },
          ...ends.map((one) => ({ value: one, label: t(endKeys[one]) })),
        ]}
        onChange={(value) => enter({ end: value as Entered['end'] })}
      />
      {end === 'date' && (
        <TextPart
          id={id('day')}
          label={t('shares:lastDay')}
          type="date"
          value={lastDay}
          onChange={(value) => enter({ lastDay: value })}
        />
      )}
      <TextPart
        id={id('password')}
        label={t('shares:newPassword')}
        type="secret"
        value={removes ? '' : password}
        readOnly={removes}
        maxLength={200}
        placeholder={t('shares:unchanged')}
        hint={t('shares:newPasswordHint')}
        problem={link.tooShort ? t('shares:passwordTooShort', { count: minPasswordLength }) : null}
        onChange={(value) => enter({ password: value })}
      />
      <Ticks share={share} link={link} />
    </div>
  );
}

export function EditLink({ share, onSaved, onCancel }: Props) {
  const { t } = useWords();
  const link = useLink({ share, onSaved });
  return (
    <Form className="mq-panel" aria-label={t('shares:editOne', { name: share.name })} onSubmit={link.send}>
      <Inputs share={share} link={link} />
      <Alert problem={link.problem} />
      <FormFoot action={t('ui:save')} disabled={!link.may} onCancel={onCancel} />
    </Form>
  );
}
