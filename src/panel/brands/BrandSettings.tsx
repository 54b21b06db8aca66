'use client';
// What a brand is called, its address, who can see it, and whether it's the default one; deleting it.
import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useId, useState } from 'react';
import type { Brand } from '../../brands/schemas.ts';
import { AccessReport } from '../access-report/WhoCanReach.tsx';
import { call } from '../client/operations.ts';
import { useOperation } from '../client/useOperation.ts';
import { useSaving } from '../client/useSaving.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { Alert } from '../ui/Alert.tsx';
import { Ask } from '../ui/Ask.tsx';
import { Form } from '../ui/form/Form.tsx';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { TextPart, TickPart } from '../ui/form/inputs.tsx';
import { Sheet } from '../ui/overlays/Sheet.tsx';
import { brandsPath } from './paths.ts';

interface Props {
  brand: Brand;
  onSaved: (brand: Brand) => void;
  onClose: () => void;
}

/** "Shown in the portals Press and Partners." */
function usePortals(slug: string): string {
  const { data } = useOperation('list_portals', {});
  const names = (data ?? []).filter(({ brands }) => brands.includes(slug)).map(({ name }) => `“${name}”`);
  if (names.length === 0) return '';
  return `It disappears from ${new Intl.ListFormat('en').format(names)}. `;
}

function DeleteBrand({ brand: { slug, name } }: Pick<Props, 'brand'>) {
  const router = useRouter();
  const route = useAdminRoute();
  const portals = usePortals(slug);
  return (
    <Ask
      label="Delete brand…"
      confirm={`Delete “${name}”`}
      words={`Its rules, pages, theme and history are deleted. ${portals}Files stay in the library. This can’t be undone.`}
      onConfirm={async () => {
        await call('delete_brand', { slug });
        toast.success(`“${name}” deleted`);
        router.push(route(brandsPath));
      }}
    />
  );
}

/** The settings as typed. */
function useBrandForm({ brand, onSaved }: Omit<Props, 'onClose'>) {
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
    toast.success('Brand saved');
  };
  return { form, change, isDefault, setDefault, busy, at, problem, save: () => void save(send) };
}

export function BrandSettings({ brand, onSaved, onClose }: Props) {
  const id = useId();
  const { form, change, isDefault, setDefault, busy, at, problem, save } = useBrandForm({ brand, onSaved });
  return (
    <Sheet title="Brand settings" onClose={onClose}>
      <Form className="mq-form" onSubmit={save}>
        <TextPart
          id={`${id}-name`}
          label="Name"
          required
          value={form.name}
          maxLength={200}
          problem={at('name')}
          onChange={(name) => change({ name })}
        />
        <TickPart
          label="Private: only admins and people with access can see it"
          checked={form.private}
          onChange={(isPrivate) => change({ private: isPrivate })}
        />
        {brand.default ? (
          <p className="mq-hint">This is the default brand: agents and tokens use it where none is named.</p>
        ) : (
          <TickPart label="Use it as the default brand" checked={isDefault} onChange={setDefault} />
        )}
        <details className="mq-advanced" open={at('slug') !== null || undefined}>
          <summary>Advanced</summary>
          <TextPart
            id={`${id}-slug`}
            label="Address"
            required
            value={form.slug}
            maxLength={100}
            problem={at('slug')}
            hint="Part of the addresses of its pages, and what code calls it."
            onChange={(slug) => change({ slug })}
          />
        </details>
        <Alert problem={problem} />
        <FormFoot action="Save" disabled={busy || form.name.trim() === ''} onCancel={onClose} inSheet>
          {!brand.default && (
            <span className="mq-form__end">
              <DeleteBrand brand={brand} />
            </span>
          )}
        </FormFoot>
      </Form>
      <AccessReport reference={brand.id} />
    </Sheet>
  );
}
