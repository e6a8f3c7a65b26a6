-- One transfer typed twice, as "GTB/0012a" and as "gtb / 0012A", is one payment. Whether a reference is taken is asked by this; it is not
-- unique, since older books may hold such pairs already. The exact index still decides between two people at one instant.
create index loan_event_reference_typed on loan_event (channel, upper(regexp_replace(reference, '\s', '', 'g')))
  where channel is not null and reference is not null;

-- Nothing is known yet of how many of them differ, and by a mere guess the whole table would be read. An empty one is left to grow.
do $$ begin
  if exists (select from loan_event) then
    analyze loan_event;
  end if;
end $$;
