'use client';
// A row of buttons of which one is pressed, or several, to filter a list by one property.

interface Option<Value> {
  value: Value;
  label: string;
  /** How many the filter would show. */
  count?: number;
}

interface Props<Value> {
  /** Names the row. */
  label: string;
  options: readonly Option<Value>[];
  chosen: Value | readonly Value[];
  onChange: (value: Value) => void;
}

export function FilterButtons<Value extends string | boolean | null>(props: Props<Value>) {
  const { label, options, chosen, onChange } = props;
  return (
    <div className="mq-filters" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={String(option.value)}
          type="button"
          aria-pressed={[chosen].flat().includes(option.value)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && (
            <>
              {' '}
              <span className="mq-filters__count">{option.count}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
