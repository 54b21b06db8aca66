'use client';
// What a brand is called, its address, who can see it, and whether it's the default one; deleting it.
import { toast } from '@payloadcms/ui';
import { useId, useState } from 'react';
import type { Brand } from '../../brands/schemas.ts';
import { AccessReport } from '../access-report/WhoCanReach.tsx';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { useSaving } from '../client/useSaving.ts';
import { DeleteRecord } from '../sharing/DeleteRecord.tsx';
import { Alert } from '../ui/Alert.tsx';
import { StopButton } from '../ui/Ask.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { TextPart, TickPart } from '../ui/form/inputs.tsx';
import { NamePart } from '../ui/form/record-inputs.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { useWords } from '../words/useWords.ts';
import { brandsPath } from './paths.ts';

interface Props {
  brand: Brand;
  onSaved: (brand: Brand) => void;
  onClose: () => void;
}

/** What goes with it, and the portals that lose it. */
function useDeletingWords(slug: string): string {
  const { t, list } = useWords();
  const { data } = useOperation('list_portals', {});
  const names = (data ?? [])
    .filter(({ brands }) => brands.includes(slug))
    .map(({ name }) => t('brands:quoted', { name }));
  return names.length === 0
    ? t('brands:deleteHint')
    : t('brands:deleteFromPortalsHint', { portals: list(names) });
}

function DeleteBrand({ brand: { slug, name }, onClose }: Pick<Props, 'brand' | 'onClose'>) {
  const { t } = useWords();
  return (
    <DeleteRecord
      name={name}
      action={t('brands:deleteOne')}
      words={useDeletingWords(slug)}
      leadsTo={brandsPath}
      onDelete={() => call('delete_brand', { slug })}
      onClose={onClose}
    />
  );
}

/** The settings as typed. */
function useBrandForm({ brand, onSaved }: Omit<Props, 'onClose'>) {
  const { t } = useWords();
  const [form, setForm] = useState({ name: brand.name, slug: brand.slug, private: brand.private });
  const [isDefault, setDefault] = useState(brand.default);
  const { busy, at, problem, save } = useSaving(['name', 'slug']);
  const change = (part: Partial<typeof form>): void => setForm({ ...form, ...part });
  const send = async (): Promise<void> => {
    const body = {
      ...form,
      name: form.name.trim(),
      slug: form.slug.trim(),
      ...(isDefault && !brand.default ? { default: true } : {}),
    };
    onSaved((await call('update_brand', { slug: brand.slug, body })).data);
    toast.success(t('brands:saved'));
  };
  return { form, change, isDefault, setDefault, busy, at, problem, save: () => void save(send) };
}

export function BrandSettings({ brand, onSaved, onClose }: Props) {
  const { t } = useWords();
  const id = useId();
  const { form, change, isDefault, setDefault, busy, at, problem, save } = useBrandForm({ brand, onSaved });
  const [deleting, setDeleting] = useState(false);
  if (deleting) return <DeleteBrand brand={brand} onClose={() => setDeleting(false)} />;
  return (
    <Sheet title={t('brands:settings')} asks onClose={onClose}>
      <Form className="mq-form" onSubmit={save}>
        <NamePart
          id={`${id}-name`}
          value={form.name}
          problem={at('name')}
          onChange={(name) => change({ name })}
        />
        <TickPart
          label={t('brands:private')}
          checked={form.private}
          onChange={(isPrivate) => change({ private: isPrivate })}
        />
        {brand.default ? (
          <p className="mq-hint">{t('brands:defaultHint')}</p>
        ) : (
          <TickPart label={t('brands:makeDefault')} checked={isDefault} onChange={setDefault} />
        )}
        <details className="mq-advanced" open={at('slug') !== null || undefined}>
          <summary>{t('ui:advanced')}</summary>
          <TextPart
            id={`${id}-slug`}
            label={t('properties:slug')}
            required
            value={form.slug}
            maxLength={100}
            problem={at('slug')}
            hint={t('brands:addressHint')}
            onChange={(slug) => change({ slug })}
          />
        </details>
        <Alert problem={problem} />
        <FormFoot action={t('ui:save')} disabled={busy || form.name.trim() === ''} onCancel={onClose} inSheet>
          {!brand.default && (
            <StopButton className="mq-form__end" onClick={() => setDeleting(true)}>
              {t('brands:deleteAsk')}
            </StopButton>
          )}
        </FormFoot>
      </Form>
      <AccessReport reference={brand.id} />
    </Sheet>
  );
}
