// What changes with everything a caller was granted, for addresses whose answers their browser may keep.

/**
 * SQL of the access epoch of the caller `c`: 12 hex digits that change with the grants they have, directly or through a group. Another
 * person's differ, also with the same grants. It reads all grants of the person, so use it once in a statement.
 */
export const accessEpochSql = `(select left(md5(concat_ws(' ', c.user_id, c.key_rank,
      string_agg(concat_ws(' ', g.grant_id, g.rank, g.abilities), ',' order by g.grant_id))), 12)
    from marque.effective_grants g where g.user_id = c.user_id)`;
