'use client';
// A portal or site before it's there, and if it can't be loaded.
interface Failed {
  failure: string | null;
  reload: () => void;
}

export function LoadingRecord() {
  return (
    <div className="mq-publication" aria-hidden="true">
      <div className="mq-record--loading" />
      <div className="mq-record--loading" />
      <div className="mq-record--loading" />
    </div>
  );
}

export function NotLoaded({ form: { failure, reload } }: { form: Failed }) {
  return (
    <div className="mq-alert mq-row" role="alert">
      <span>{failure}</span>
      <button type="button" className="mq-button mq-button--small" onClick={reload}>
        Try again
      </button>
    </div>
  );
}
