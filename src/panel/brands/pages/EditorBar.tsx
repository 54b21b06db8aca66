'use client';
// The bar above an edited page: which page it is, what readers would notice, and saving. It stays in sight.
import { Link } from '@payloadcms/ui';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { FacetSelect } from '../../ui/form/FacetSelect.tsx';
import { FilterButtons } from '../../ui/form/FilterButtons.tsx';
import { counted } from '../../ui/format.ts';
import { Popover } from '../../ui/overlays/Popover.tsx';
import { brandPathOf } from '../paths.ts';
import type { Device } from './canvas/PageFrame.tsx';
import type { Warnings } from './page-draft.ts';
import { PageTree } from './PageTree.tsx';

interface ProblemsProps {
  warnings: Warnings;
  names: ReadonlyMap<string, string>;
  onSelect: (id: string | null) => void;
}

/** What readers would notice, with the way to each section. */
function Problems({ warnings, names, onSelect }: ProblemsProps) {
  if (warnings.length === 0) return <span className="mq-muted">No problems for readers</span>;
  return (
    <Popover label={counted(warnings.length, 'problem')}>
      {(close) => (
        <ul className="mq-page-problems">
          {warnings.map(({ section, message }) => (
            <li key={`${section} ${message}`}>
              <button
                type="button"
                onClick={() => {
                  close();
                  onSelect(section);
                }}
              >
                <strong>{section === null ? 'The page' : names.get(section)}</strong>
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
  return (
    <>
      {contexts.length > 0 && (
        <FacetSelect
          label="Context"
          none="Everywhere"
          value={context ?? ''}
          choices={contexts.map((one) => ({ value: one, label: one.replaceAll('-', ' ') }))}
          onChange={(next) => onContext(next || null)}
        />
      )}
      <FilterButtons
        label="Width"
        options={[
          { value: 'wide', label: 'Wide' },
          { value: 'phone', label: 'Phone' },
        ]}
        chosen={device}
        onChange={(next) => onDevice(next)}
      />
    </>
  );
}

export function EditorBar(props: Props) {
  const { brand, title, pages, open, warnings, names, isChanged, busy, mayWrite } = props;
  const { onSelect, onSave, onPublish } = props;
  const route = useAdminRoute();
  return (
    <header className="mq-editor-bar">
      <Popover label={title}>
        {() => (
          <>
            <PageTree brand={brand} pages={pages} open={open} />
            <Link href={route(brandPathOf(brand, 'pages'))} prefetch={false}>
              All pages
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
              {isChanged ? 'Unsaved changes, kept in this browser' : 'Saved'}
            </span>
            <button type="button" className="mq-button" disabled={busy || !isChanged} onClick={onSave}>
              Save page
            </button>
            <button
              type="button"
              className="mq-button mq-button--primary"
              disabled={busy}
              onClick={onPublish}
            >
              Publish…
            </button>
          </>
        )}
      </span>
    </header>
  );
}
