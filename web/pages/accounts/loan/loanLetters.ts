import { documentApi } from '../../../../contract/documents.ts'
import { type LOAN_PAPERS, loanApi } from '../../../../contract/loans.ts'
import { ApiError, call } from '../../../api.ts'
import { fetchFile } from '../../../parts/fetchFile.ts'
import { toast } from '../../../ui/toast.ts'

export type LoanPaper = (typeof LOAN_PAPERS)[number]
type Period = { from?: string; to?: string; itemId?: string }

export const savePaper = (loanId: string, paper: LoanPaper, period: Period = {}): Promise<boolean> =>
  fetchFile(loanApi.loanPaper, { id: loanId, paper, ...period })

/** Downloads the offer letter from the documents of the request. */
export async function saveOffer(requestId: string): Promise<void> {
  try {
    const documents = await call(documentApi.documentList, { subjectType: 'request', subjectId: requestId })
    const letter = documents.rows.find(each => each.source === 'system')
    if (letter) await fetchFile(documentApi.documentOpen, { id: letter.id })
    else toast('error', 'The request of this loan has no offer letter.')
  } catch (error) {
    toast(
      'error',
      error instanceof ApiError ? error.message : 'The letter could not be downloaded. Try again.',
    )
  }
}
