// Links to the previous and the next page of a list.
import type { ReactElement } from 'react';

/** Nothing if there is only one page. @param to the address of a page, from 1 */
export function Pager({
  page,
  last,
  to,
}: {
  page: number;
  last: number;
  to: (page: number) => string;
}): ReactElement | null {
  if (last <= 1) return null;
  return (
    <nav className="pager noprint" aria-label="Pages">
      {page > 1 ? (
        <a className="button plain" rel="prev" href={to(page - 1)}>
          Previous
        </a>
      ) : (
        <span />
      )}
      <span className="quiet">
        Page {page} of {last}
      </span>
      {page < last ? (
        <a className="button plain" rel="next" href={to(page + 1)}>
          Next
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
