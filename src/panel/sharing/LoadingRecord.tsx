// A portal or site before it's there.
export function LoadingRecord() {
  return (
    <div className="mq-publication" aria-hidden="true">
      <div className="mq-record--loading" />
      <div className="mq-record--loading" />
      <div className="mq-record--loading" />
    </div>
  );
}
