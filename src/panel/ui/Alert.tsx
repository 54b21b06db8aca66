// An error message that screen readers announce. Renders nothing without one.
export function Alert({ problem }: { problem: string | null | undefined }) {
  return (
    problem && (
      <p role="alert" className="mq-alert">
        {problem}
      </p>
    )
  );
}
