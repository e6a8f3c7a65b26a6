-- A batch looks a few thousand rows up in tables of millions. Told that pages cost the same wherever they lie, which in
-- memory they do, the database follows the indexes; otherwise it read a table of a million from end to end each time.
alter function ledger_post_all(text[], text[], date[], text[], integer[], smallint[], uuid[], bigint[], uuid, timestamptz, date)
  set random_page_cost = 1.1;
alter function ledger_post_all(text[], text[], date[], text[], integer[], smallint[], uuid[], bigint[], uuid, timestamptz, date)
  set enable_seqscan = off;

-- Posts what fell due on a day for many loans, an entry each: interest and fee become receivable and are earned. It is
-- `ledger_post_all` for one kind of fact, whose entries need not travel to the database and back. Gives how many were
-- posted, then or earlier, and the first that could not be.
create function ledger_post_dues(
  on_day date, loans uuid[], interests bigint[], fees bigint[], at_moment timestamptz, adjust_on date,
  out posted integer, out odd text
) language plpgsql as $$
declare
  refs text[];
  line_of integer[];
  codes smallint[];
  line_loans uuid[];
  amounts bigint[];
begin
  select array_agg(d.loan_id || ' ' || on_day order by d.no) into refs
  from unnest(loans) with ordinality as d (loan_id, no);
  select array_agg(d.no order by d.no, l.place), array_agg(l.code order by d.no, l.place),
      array_agg(case when l.is_of_loan then d.loan_id end order by d.no, l.place),
      array_agg(l.amount order by d.no, l.place)
    into line_of, codes, line_loans, amounts
  from unnest(loans, interests, fees) with ordinality as d (loan_id, interest, fee, no),
    lateral (values
      (1, 1110::smallint, d.interest, true), (2, 4010::smallint, -d.interest, false),
      (3, 1120::smallint, d.fee, true), (4, 4020::smallint, -d.fee, false)) as l (place, code, amount, is_of_loan)
  where l.amount <> 0;
  select count(*) filter (where p.outcome in ('posted', 'repeated')),
      min(refs[p.entry_no] || ' was ' || p.outcome) filter (where p.outcome not in ('posted', 'repeated'))
    into posted, odd
  from ledger_post_all(array_fill('instalmentDue'::text, array[cardinality(loans)]), refs,
    array_fill(on_day, array[cardinality(loans)]), array_fill(null::text, array[cardinality(loans)]),
    line_of, codes, line_loans, amounts, null, at_moment, adjust_on) p;
end $$;
