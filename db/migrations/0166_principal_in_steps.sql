-- Equal principal is no longer rounded to the step of equal instalments. Loans from before keep the schedule they were disbursed with.
update loan set terms = terms || '{"stepsPrincipal": true}'
where terms ->> 'interest' = 'reducing' and terms ->> 'repayment' = 'equal-principal' and terms ->> 'roundingUnit' <> '1';
