import { type LOAN_PAPERS, loanApi } from '../../../contract/loans.ts'
import { ApiError, call } from '../../api.ts'
import { saveFile } from '../../ui/download.ts'
import { toast } from '../../ui/toast.ts'

export type LoanPaper = (typeof LOAN_PAPERS)[number]
type Period = { from?: string; to?: string; itemId?: string }

/** Fetches a paper of the loan and hands it over as a file; a refusal is said in words. */
export async function savePaper(loanId: string, paper: LoanPaper, period: Period = {}): Promise<boolean> {
  try {
    const { name, bytes, type } = await call(loanApi.loanPaper, { id: loanId, paper, ...period })
    saveFile(name, new Blob([new Uint8Array(bytes)], { type }))
    return true
  } catch (error) {
    toast('error', error instanceof ApiError ? error.message : 'The paper could not be made.')
    return false
  }
}
