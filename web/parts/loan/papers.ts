import { type LOAN_PAPERS, loanApi } from '../../../contract/loans.ts'
import { fetchFile } from '../fetchFile.ts'

export type LoanPaper = (typeof LOAN_PAPERS)[number]
type Period = { from?: string; to?: string; itemId?: string }

export const savePaper = (loanId: string, paper: LoanPaper, period: Period = {}): Promise<boolean> =>
  fetchFile(loanApi.loanPaper, { id: loanId, paper, ...period })
