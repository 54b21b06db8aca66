// The forms on the page of a review link: who the visitor is, a comment, a reply, a change. They work without scripts.
import type { ReactElement, ReactNode } from 'react';
import type { Visitor } from '../../core/access/caller.ts';
import { maxBodyLength } from './comments.ts';

/** What was refused, to be shown on its form. */
export interface Refused {
  /** Which form: `visitor`, or what `formId` names. */
  at: string;
  message: string;
  /** What they typed, by field. */
  typed: Readonly<Record<string, string>>;
}

/** What all forms of a page need. */
export interface Forms {
  /** The path of the link's page. */
  at: string;
  page: number;
  visitor: Visitor | null;
  refused: Refused | null;
}

/** Of the form for a comment on an asset, for a reply, or for a new text. */
export const formId = (kind: 'asset' | 'reply' | 'edit', id: string): string => `${kind}-${id}`;

const Wrong = ({ children }: { children: ReactNode }) => (
  <p className="note wrong" role="alert">
    {children}
  </p>
);

interface TextFormProps {
  forms: Forms;
  id: string;
  /** Below the link's page. */
  action: string;
  label: string;
  button: string;
  /** Hidden fields. */
  fields: Readonly<Record<string, string>>;
  initial?: string;
  children?: ReactNode;
}

/** A form with a text. */
export function TextForm({
  forms,
  id,
  action,
  label,
  button,
  fields,
  initial = '',
  children,
}: TextFormProps): ReactElement {
  const refused = forms.refused?.at === id ? forms.refused : null;
  return (
    <form method="post" action={`${forms.at}/${action}`} className="write" data-form={id}>
      {refused && <Wrong>{refused.message}</Wrong>}
      {Object.entries({ ...fields, page: String(forms.page), ...hiddenIn(fields, refused) }).map(
        ([name, value]) => (
          <input key={name} type="hidden" name={name} defaultValue={value} />
        ),
      )}
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name="body"
        rows={3}
        maxLength={maxBodyLength}
        required
        dir="auto"
        defaultValue={refused?.typed.body ?? initial}
        // Where the page opens again after something was refused.
        autoFocus={refused !== null}
      />
      {children}
      <button>{button}</button>
    </form>
  );
}

/** The place that was marked stays marked. */
function hiddenIn(fields: Readonly<Record<string, string>>, refused: Refused | null): { anchor?: string } {
  return 'anchor' in fields && refused?.typed.anchor !== undefined ? { anchor: refused.typed.anchor } : {};
}

function VisitorFields({ forms }: { forms: Forms }): ReactElement {
  const refused = forms.refused?.at === 'visitor' ? forms.refused : null;
  const { name = '', email = '' } = refused?.typed ?? forms.visitor ?? {};
  return (
    <form method="post" action={`${forms.at}/visitor`} className="who">
      {refused && <Wrong>{refused.message}</Wrong>}
      <input type="hidden" name="page" value={forms.page} />
      <div>
        <label htmlFor="visitor-name">Your name</label>
        <input
          id="visitor-name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          dir="auto"
          defaultValue={name}
          autoFocus={refused !== null}
        />
      </div>
      <div>
        <label htmlFor="visitor-email">Your e-mail address</label>
        <input
          id="visitor-email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={email}
        />
      </div>
      <button>{forms.visitor ? 'Save' : 'Start commenting'}</button>
    </form>
  );
}

/** Who comments: asked once. */
export function WhoAreYou({ forms, organization }: { forms: Forms; organization: string }): ReactElement {
  const { visitor, refused } = forms;
  if (visitor)
    return (
      <details className="noprint you" id="visitor" open={refused?.at === 'visitor'}>
        <summary>
          You comment as <strong dir="auto">{visitor.name}</strong>
        </summary>
        <VisitorFields forms={forms} />
      </details>
    );
  return (
    <section className="note noprint" id="visitor" aria-labelledby="who">
      <h2 id="who">Who are you?</h2>
      <p>
        Enter your name and e-mail address to comment. {organization} sees both, and others with this link see
        your name. You don’t need an account, and we don’t send you mail.
      </p>
      <VisitorFields forms={forms} />
    </section>
  );
}
