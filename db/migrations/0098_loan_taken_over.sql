-- A loan says from which line of an older book it was taken over.

create index loan_import_loan on loan_import (loan_id) where loan_id is not null;
