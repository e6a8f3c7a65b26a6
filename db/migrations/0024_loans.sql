-- Loans and the terms they were approved with. A loan's state is a fold over its events; this is what was signed.

create table loan (
  id uuid primary key,
  number text not null unique,
  customer_id uuid not null references customer,
  request_id uuid not null unique,
  product_id uuid not null references product,
  product_version integer not null,
  principal bigint not null check (principal > 0),
  tenor integer not null check (tenor > 0),
  instalment bigint not null,
  -- the product's terms, frozen: a later version of the product does not touch a live loan
  terms jsonb not null,
  status text not null check (status in ('awaiting disbursement', 'live', 'closed', 'written off', 'cancelled')),
  approved_on date not null,
  approved_at timestamptz not null,
  officer_code text not null default '',
  foreign key (product_id, product_version) references product_version (product_id, version)
);
create index loan_customer on loan (customer_id, approved_at desc);
create index loan_status on loan (status, approved_at desc, id);

create sequence loan_number start 100001;
