'use client';
// The templates that a new section can have, with pictures.
import { Sheet } from '../../../ui/overlays/Sheet.tsx';
import { useWords } from '../../../words/useWords.ts';
import '../canvas/canvas.css';
import type { Template } from '../page-draft.ts';

/** A template's picture, in the text color. */
export function TemplatePicture({ template }: { template: Pick<Template, 'picture'> }) {
  const drawn = template.picture ?? '<rect x="8" y="12" width="80" height="40" rx="3" opacity=".25"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64">${drawn}</svg>`;
  return (
    <span
      className="mq-template__picture"
      aria-hidden="true"
      style={{ maskImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")` }}
    />
  );
}

interface Props {
  templates: readonly Template[];
  onChoose: (template: Template) => void;
  onClose: () => void;
}

export function TemplateGallery({ templates, onChoose, onClose }: Props) {
  const { t } = useWords();
  return (
    <Sheet title={t('pages:insertSection')} className="mq-sheet--templates" onClose={onClose}>
      <ul className="mq-templates">
        {templates.map((template) => (
          <li key={template.name}>
            <button
              type="button"
              className="mq-template"
              data-template={template.name}
              onClick={() => onChoose(template)}
            >
              <TemplatePicture template={template} />
              <strong>{template.title}</strong>
              <span className="mq-muted">{template.description}</span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
