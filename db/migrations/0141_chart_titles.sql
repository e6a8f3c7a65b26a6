-- Only a payment that the bank has made and no loan can take stands in disbursement clearing, until it comes back.
update ledger_chart set title = 'Disbursement clearing: paid by the bank, claimed back' where code = 2010;
