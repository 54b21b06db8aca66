// The mark: a stack of two sheets with a corner signed off. It takes the colour of the text around it.
function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="7" y="2.5" width="14.5" height="14.5" rx="3.2" fill="var(--mq-accent)" opacity="0.35" />
      <rect x="2.5" y="7" width="14.5" height="14.5" rx="3.2" fill="var(--mq-accent)" />
      <path
        d="m6.3 17.6v-6.4l3.45 4.1 3.45-4.1v6.4"
        fill="none"
        stroke="#fff"
        strokeWidth="1.9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Stands over the sign-in form. */
export function Logo() {
  return (
    <span className="mq-logo">
      <Mark size={34} />
      <span className="mq-logo__word">Marque</span>
    </span>
  );
}

/** Stands at the beginning of the header's path. */
export function Icon() {
  return <Mark size={20} />;
}
