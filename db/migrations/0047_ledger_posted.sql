-- What cannot be posted fails the transaction by itself, so that nobody has to wait for what became of each entry: the
-- detail says the number of the entry among those posted, and the entry that holds other lines under its name.
create function ledger_posted(entry_no integer, entry_id bigint, outcome text) returns boolean language plpgsql as $$
begin
  if outcome in ('posted', 'repeated') then
    return true;
  end if;
  raise exception 'entry % was %', entry_no, outcome
    using errcode = case outcome when 'different' then 'LG005' else 'LG006' end, detail = entry_no || ' ' || coalesce(entry_id, 0);
end $$;
