'use client';
// A live preview of the unsaved page, rendered by the server.
import { useDebounce } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import type { PageInput } from '../../../brands/pages/schemas.ts';
import { wordsOf } from '../../client/api.ts';
import { call } from '../../client/operations.ts';
import { Alert } from '../../ui/Alert.tsx';
import { FacetSelect } from '../../ui/form/FacetSelect.tsx';

interface Props {
  brand: string;
  page: string;
  contexts: readonly string[];
  /** The page as JSON, as it would be saved. */
  draft: string;
}

interface Preview {
  /** Null until loaded. */
  html: string | null;
  problem: string | null;
}

function usePreview({ brand, page, draft }: Omit<Props, 'contexts'>, context: string): Preview {
  const debounced = useDebounce(draft, 400);
  const [html, setHtml] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const body = JSON.parse(debounced) as PageInput;
    call(
      'preview_page',
      { slug: brand, page, ...(context ? { context } : {}), body },
      { signal: controller.signal },
    ).then(
      ({ data }) => {
        setHtml(data.html);
        setProblem(null);
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      controller.abort();
    };
  }, [brand, page, context, debounced]);
  return { html, problem };
}

export function PagePreview({ brand, page, contexts, draft }: Props) {
  const [context, setContext] = useState('');
  const { html, problem } = usePreview({ brand, page, draft }, context);
  return (
    <section className="mq-drawn" aria-labelledby="mq-drawn">
      <div className="mq-drawn__head">
        <h2 id="mq-drawn">As readers will see it</h2>
        {contexts.length > 0 && (
          <FacetSelect
            label="Context"
            none="Everywhere"
            value={context}
            choices={contexts.map((one) => ({ value: one, label: one }))}
            onChange={setContext}
          />
        )}
      </div>
      <Alert problem={problem} />
      {/* Same origin, so image requests carry the session cookie; scripts stay disabled. */}
      <iframe
        title="Preview of the page"
        sandbox="allow-same-origin allow-popups"
        srcDoc={html ?? ''}
        aria-busy={html === null}
      />
    </section>
  );
}
