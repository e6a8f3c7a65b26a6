import { useState } from 'react'
import { DOCUMENT_MESSAGES, documentApi } from '../../../../contract/documents.ts'
import type { LoanAct } from '../../../../contract/loans.ts'
import { type ApiError, useAct } from '../../../api.ts'
import { fileProblem, readBase64 } from '../../../parts/documentFile.ts'

export type Proof = ReturnType<typeof useProof>

/** What shows a payment: chosen with the act, and kept as a document of the loan just before the act is sent. */
export function useProof(loanId: string) {
  const [file, setFile] = useState<File>()
  const [path, setPath] = useState('')
  const [problem, setProblem] = useState<string>()
  // a repeat with the same file is the same document; another choice or another title is another one
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
  /** The act that names its proof; undefined when the proof was refused, and then nothing must be sent. */
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
    /** Chosen, and not read yet. */
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
  error ? `The proof: ${error.fields?.path ?? error.message}` : undefined
