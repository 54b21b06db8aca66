'use client';
// What people edit about an asset: its details, its usage rights and where it comes from. One button saves all of it.
import { useFields } from '../../../client/useFields.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { Tabs } from '../../../ui/tabs/Tabs.tsx';
import { useWords } from '../../../words/useWords.ts';
import { useTab } from '../tabs/useTab.ts';
import { DetailsParts } from './DetailsParts.tsx';
import type { FormPartsProps } from './form-parts.ts';
import { OriginParts } from './OriginParts.tsx';
import { UsageParts } from './UsageParts.tsx';

const names = ['details', 'rights', 'origin'] as const;

export function AssetForm(props: FormPartsProps) {
  const { draft, asset } = props;
  const { t } = useWords();
  const [open, choose] = useTab('part', names);
  const { fields, problem } = useFields(asset.workspaceId);
  const tabs = names.map((name) => ({ name, label: t(`records:${name}`) }));
  return (
    <Form onSubmit={() => void draft.save()}>
      <Tabs id="mq-asset-part" label={t('asset:properties')} tabs={tabs} open={open} onChoose={choose}>
        {open === 'details' && <DetailsParts {...props} fields={fields} problem={problem} />}
        {open === 'rights' && <UsageParts {...props} />}
        {open === 'origin' && <OriginParts {...props} />}
      </Tabs>
      {/* Enter in a text input saves; the button itself stays in sight, above. */}
      <button type="submit" hidden disabled={props.readOnly} />
    </Form>
  );
}
