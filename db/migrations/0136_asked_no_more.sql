-- A request that was rejected or withdrawn waits for nobody's documents and was sent back to nobody; one that went round again
-- waits for none either, unless it says which. The marks outlived what they said.
update loan_request set flags = array_remove(array_remove(flags, 'documentsWanted'), 'sentBack'), documents_wanted = null
where stage in ('rejected', 'withdrawn')
  and (flags && array['documentsWanted', 'sentBack'] or documents_wanted is not null);
update loan_request set flags = array_remove(flags, 'documentsWanted')
where flags @> array['documentsWanted'] and documents_wanted is null;
