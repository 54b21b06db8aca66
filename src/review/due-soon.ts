// When a decision is due soon: what people are reminded of by mail, and what the panel points out to them.

/** Days until a proposal's current stage is due, as SQL; null: it has no due date. @param q a row of `marque.proposals` */
export const dueDaysSql = (q: string): string => `(${q}.stages -> ${q}.stage ->> 'dueDays')::int`;

/** True from a day before the current stage is due, or halfway for stages of a day, as SQL. @param now a time */
export const isDueSoonSql = (q: string, now: string): string =>
  `coalesce(${q}.status = 'waiting' and ${q}.stages is not null and ${q}.stage_since + ${dueDaysSql(q)} * interval '1 day'
    - least(interval '1 day', ${dueDaysSql(q)} * interval '12 hours') <= ${now}, false)`;
