-- From where something was asked for, beside who asked: two accounts in one browser are hardly two people.
alter table approval add column maker_address text, add column maker_user_agent text;
alter table sign_in_rule add column refuse_same_place boolean not null default false;

-- The owner of an account is told of every new password that somebody else's link set, until they say that they know.
alter table staff_link add column seen_at timestamptz;
