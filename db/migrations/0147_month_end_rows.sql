-- Every figure of a frozen month-end opens the loans that it was added up from, as they stood that day. It holds no name: who
-- the customer is, is read when somebody looks, so whoever was erased since is erased here too.
--
-- A lender with a million loans adds some 200 MB a month. So a row is known by the number of its loan, which is shorter than
-- its id and the order in which the pages list it; loans that are closed leave two years after they were paid out, when no
-- figure counts them any more; and there is no other index, nor a partition a month: the rows of a month are written once,
-- together and in the order of their key, so that a stretch of the key is a stretch of the table, and nothing is ever dropped.
-- No key leads back to the loans: each row was read from them a moment before, and none of them is ever removed.
create table dashboard_month_end_loan (
  owed_principal bigint not null,
  owed_interest bigint not null,
  owed_fee bigint not null,
  owed_penalty bigint not null,
  credit bigint not null,
  arrears bigint not null,
  lent bigint not null,
  provision bigint not null,
  month date not null,
  disbursed_on date not null,
  days_past_due integer not null,
  product_id uuid not null,
  number text not null,
  status text not null,
  -- of a live loan alone
  class text,
  age text,
  state text not null,
  employer text not null,
  officer_code text not null,
  primary key (month, number)
);
create trigger append_only before update or delete on dashboard_month_end_loan for each row execute function refuse_change();
create trigger append_only_whole before truncate on dashboard_month_end_loan execute function refuse_change();
