-- A person's data can be erased: the books, the loans and the trail stay, and nothing in them says any more who it was.

alter table customer drop constraint customer_status_check;
alter table customer add constraint customer_status_check
  check (status in ('active', 'dormant', 'blacklisted', 'deceased', 'merged', 'erased'));

-- What an applicant stated and what was said about it is still only added to, with one way out: to be erased.
create function request_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'request_version' then
    if new.application ->> 'surname' = 'Erased' and new.request_id = old.request_id and new.version = old.version
      and new.by_id is not distinct from old.by_id and new.at = old.at then
      return new;
    end if;
  elsif tg_op = 'UPDATE' then
    if new.note = 'Erased' and to_jsonb(new) - 'note' = to_jsonb(old) - 'note' then
      return new;
    end if;
  end if;
  raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger append_only on request_version;
create trigger append_only before update or delete on request_version for each row execute function request_keep();
drop trigger append_only on request_event;
create trigger append_only before update or delete on request_event for each row execute function request_keep();
