-- What the loans of a month come to is added up once, by the calculation that reads them.

create table closing_sum (
  closing_id uuid not null references closing_month (id),
  product_id uuid not null references product (id),
  class text not null,
  accrual bigint not null,
  accrual_loans integer not null,
  provision bigint not null,
  provision_loans integer not null,
  suspension bigint not null,
  suspension_loans integer not null,
  primary key (closing_id, product_id, class)
);
create trigger kept before update or delete on closing_sum for each row execute function closing_keep_loans();
create trigger append_only_whole before truncate on closing_sum execute function refuse_change();

-- Checked for each of a million rows, which the transaction that writes their month writes.
alter table closing_loan drop constraint closing_loan_closing_id_fkey;

-- What was calculated and not closed has no sums: it is calculated again.
delete from closing_loan where closing_id in (select id from closing_month where status = 'calculated');
delete from closing_month where status = 'calculated';
