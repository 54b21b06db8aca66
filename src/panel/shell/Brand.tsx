'use client';
// The logo and icon: Marque's mark, unless the organization has its own.
import { useBranding } from './branding.tsx';

function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="7" y="2.5" width="14.5" height="14.5" rx="3.2" fill="var(--mq-accent)" opacity="0.35" />
      <rect x="2.5" y="7" width="14.5" height="14.5" rx="3.2" fill="var(--mq-accent)" />
      <path
        d="m6.3 17.6v-6.4l3.45 4.1 3.45-4.1v6.4"
        fill="none"
        stroke="var(--mq-accent-ink)"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Shown above the sign-in form. Empty until the branding is loaded, so that no other name flashes up first. */
export function Logo() {
  const { branding } = useBranding();
  const product = branding?.product ?? 'Marque';
  return (
    <span className="mq-masthead" aria-busy={branding === null}>
      <span className="mq-logo">
        {branding?.logo ? (
          <img className="mq-logo__picture" src={branding.logo} alt={product} />
        ) : (
          branding && (
            <>
              {branding.icon ? (
                <img className="mq-logo__icon" src={branding.icon} alt="" />
              ) : (
                <Mark size={34} />
              )}
              <span className="mq-logo__word">{product}</span>
            </>
          )
        )}
      </span>
      {branding?.tagline && <span className="mq-tagline">{branding.tagline}</span>}
    </span>
  );
}

/** Shown at the start of the header's breadcrumbs. */
export function Icon() {
  const { branding } = useBranding();
  if (branding === null) return <span className="mq-icon" />;
  return branding.icon ? (
    <img className="mq-icon" src={branding.icon} alt={branding.product ?? ''} />
  ) : (
    <Mark size={20} />
  );
}
