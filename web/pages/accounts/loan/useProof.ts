import { useState } from 'react'
import { DOCUMENT_MESSAGES, documentApi } from '../../../../contract/documents.ts'
import type { LoanAct } from '../../../../contract/loans.ts'
import { type ApiError, useAct } from '../../../api.ts'
import { fileProblem, readBase64 } from '../../../parts/documentFile.ts'

export type Proof = ReturnType<typeof useProof>

/** Proof of payment: chosen in the form, uploaded as a document of the loan before the action is sent. */
export function useProof(loanId: string) {
  const [file, setFile] = useState<File>()
  const [path, setPath] = useState('')
  const [problem, setProblem] = useState<string>()
  // a retry with the same file has the same id; another file gets a new one
  const [id, setId] = useState(() => crypto.randomUUID())
  const adding = useAct(documentApi.documentAdd)

  const choose = async (chosen: File | undefined): Promise<void> => {
    const found = chosen ? fileProblem(chosen) : undefined
    setFile(chosen)
    setProblem(found)
    setPath('')
    setId(crypto.randomUUID())
    if (!chosen || found) return
    try {
      setPath(await readBase64(chosen))
    } catch {
      setProblem(DOCUMENT_MESSAGES.fileRequired)
    }
  }
  /** Adds the proof to the action; undefined if the upload failed, in which case nothing is sent. */
  const addTo = async (act: LoanAct): Promise<LoanAct | undefined> => {
    if (path === '' || !('channel' in act)) return act
    const title = `Proof of ${act.act === 'settle' ? 'settlement' : act.act}, reference ${act.reference}`
    const sent = { id, subjectType: 'loan', subjectId: loanId, title, path } as const
    const added = await adding.mutateAsync(sent).catch(() => undefined)
    return added && { ...act, proofId: added.id }
  }
  return {
    file,
    problem,
    choose,
    addTo,
    /** True while the chosen file is read. */
    isReading: file !== undefined && path === '' && problem === undefined,
    isAdding: adding.isPending,
    refusal: refusalOf(adding.error),
    reset: (): void => {
      adding.reset()
      setId(crypto.randomUUID())
    },
  }
}

const refusalOf = (error: ApiError | null): string | undefined =>
  error ? `Proof of payment: ${error.fields?.path ?? error.message}` : undefined
