'use client';
// A page as readers will see it, drawn by the server from what the form says, a moment after it was typed.
import { useDebounce } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { call, wordsOf } from '../client/api.ts';

interface Props {
  brand: string;
  page: string;
  contexts: readonly string[];
  /** As it would be saved, as JSON. */
  draft: string;
}

export function PagePreview({ brand, page, contexts, draft }: Props) {
  const settled = useDebounce(draft, 400);
  const [context, setContext] = useState('');
  const [html, setHtml] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const query = context ? `?context=${encodeURIComponent(context)}` : '';
    call<{ data: { html: string } }>('POST', `/api/v1/brands/${brand}/pages/${page}/preview${query}`, {
      body: JSON.parse(settled) as unknown,
      signal: left.signal,
    }).then(
      ({ data }) => {
        setHtml(data.html);
        setProblem(null);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setProblem(wordsOf(error));
      },
    );
    return () => {
      left.abort();
    };
  }, [brand, page, context, settled]);
  return (
    <section className="mq-drawn" aria-labelledby="mq-drawn">
      <div className="mq-drawn__head">
        <h2 id="mq-drawn">As readers will see it</h2>
        {contexts.length > 0 && (
          <select
            className="mq-facet"
            aria-label="Context"
            value={context}
            onChange={(event) => {
              setContext(event.target.value);
            }}
          >
            <option value="">Everywhere</option>
            {contexts.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </div>
      {problem && (
        <p role="alert" className="mq-alert">
          {problem}
        </p>
      )}
      {/* Of this origin, so that pictures are sent what signs their reader in; without scripts, whatever stands in it. */}
      <iframe
        title="Preview of the page"
        sandbox="allow-same-origin allow-popups"
        srcDoc={html ?? ''}
        aria-busy={html === null}
      />
    </section>
  );
}
