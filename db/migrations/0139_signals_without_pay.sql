-- What people are paid shows only to who reveals it, and that is kept: the signals everybody reads no longer say it.
update loan_signal set detail = 'Net pay is below the instalment of ' || split_part(detail, ', instalment ', 2)
where kind = 'payBelowInstalment' and detail like 'Net pay ₦%, instalment ₦%';
