-- What the flaws of a message's text follow from in its own state. null: it has no text that is checked. `p_version`: of the check (CHECK_VERSION).
create or replace function queue.text_key(p_state jsonb, p_version int) returns text
language sql immutable set search_path = pg_catalog
as $$
  select case
    when (p_state->>'hasText')::boolean and not (p_state->>'erased')::boolean and p_state->>'unreadable' is null and p_state->>'step' !~ '^[ar]'
      and p_state->>'status' in ('drafted', 'approved', 'scheduled', 'claimed', 'deferred', 'unfit')
    then md5(concat_ws(' ', p_version, p_state->'text', p_state->'passed', p_state->'judged', p_state->'toJudge', p_state->'edited'))
  end
$$;

grant execute on function queue.text_key to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
