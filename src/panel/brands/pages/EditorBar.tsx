'use client';
// The bar above an edited page: which page it is, what readers would notice, and saving. It stays in sight.
import { Link } from '@payloadcms/ui';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { FacetSelect } from '../../ui/form/FacetSelect.tsx';
import { Popover } from '../../ui/overlays/Popover.tsx';
import { useWords } from '../../words/useWords.ts';
import { brandPathOf } from '../paths.ts';
import type { Device } from './canvas/PageFrame.tsx';
import { WidthChoice } from './canvas/WidthChoice.tsx';
import type { Warnings } from './page-draft.ts';
import { PageTree } from './PageTree.tsx';

interface ProblemsProps {
  warnings: Warnings;
  names: ReadonlyMap<string, string>;
  onSelect: (id: string | null) => void;
}

/** What readers would notice, with the way to each section. */
function Problems({ warnings, names, onSelect }: ProblemsProps) {
  const { t } = useWords();
  if (warnings.length === 0) return <span className="mq-muted">{t('pages:noProblems')}</span>;
  return (
    <Popover label={t('pages:problems', { count: warnings.length })}>
      {(close) => (
        <ul className="mq-page-problems">
          {warnings.map(({ section, message }) => (
            <li key={`${section} ${message}`}>
              <button
                type="button"
                className="mq-entry-button"
                onClick={() => {
                  close();
                  onSelect(section);
                }}
              >
                <strong>{section === null ? t('pages:thePage') : names.get(section)}</strong>
                <span>{message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

interface Props extends ProblemsProps {
  brand: string;
  title: string;
  pages: readonly PageEntry[];
  open: string;
  contexts: readonly string[];
  context: string | null;
  device: Device;
  isChanged: boolean;
  busy: boolean;
  mayWrite: boolean;
  onContext: (context: string | null) => void;
  onDevice: (device: Device) => void;
  onSave: () => void;
  /** Saves first. */
  onPublish: () => void;
}

function Views({ contexts, context, device, onContext, onDevice }: Props) {
  const { t } = useWords();
  return (
    <>
      {contexts.length > 0 && (
        <FacetSelect
          label={t('rules:context')}
          none={t('rules:everywhere')}
          value={context ?? ''}
          choices={contexts.map((one) => ({ value: one, label: one.replaceAll('-', ' ') }))}
          onChange={(next) => onContext(next || null)}
        />
      )}
      <WidthChoice chosen={device} onChange={onDevice} />
    </>
  );
}

export function EditorBar(props: Props) {
  const { brand, title, pages, open, warnings, names, isChanged, busy, mayWrite } = props;
  const { onSelect, onSave, onPublish } = props;
  const { t } = useWords();
  const route = useAdminRoute();
  return (
    <header className="mq-editor-bar">
      <Popover label={title}>
        {() => (
          <>
            <PageTree brand={brand} pages={pages} open={open} />
            <Link href={route(brandPathOf(brand, 'pages'))} prefetch={false}>
              {t('pages:allPages')}
            </Link>
          </>
        )}
      </Popover>
      <Problems warnings={warnings} names={names} onSelect={onSelect} />
      <span className="mq-editor-bar__end">
        <Views {...props} />
        {mayWrite && (
          <>
            <span className="mq-muted" role="status">
              {t(isChanged ? 'pages:unsavedKept' : 'sharing:saved')}
            </span>
            <button type="button" className="mq-button" disabled={busy || !isChanged} onClick={onSave}>
              {t('pages:save')}
            </button>
            <button
              type="button"
              className="mq-button mq-button--primary"
              disabled={busy}
              onClick={onPublish}
            >
              {t('pages:publishAsk')}
            </button>
          </>
        )}
      </span>
    </header>
  );
}
