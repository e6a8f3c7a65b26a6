import { useState } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { type Sent, useAct } from '../../api.ts'
import { useIdOf } from '../useIdOf.ts'

/** Error messages by field name. */
export type Problems = { readonly [field: string]: string | undefined }

type About = Omit<Sent<typeof intakeApi.intakeOpen>, 'id' | 'fileName' | 'bytes'>

/** Values, validation and opening of an upload. */
export function useUploadForm<T extends { file: File | undefined }>(
  start: T,
  problemsOf: (typed: T) => Problems,
  onOpened: (id: string, file: File) => void,
) {
  const idOf = useIdOf()
  const [typed, setTyped] = useState(start)
  const [problems, setProblems] = useState<Problems>({})
  const opening = useAct(intakeApi.intakeOpen)
  const set = <K extends keyof T & string>(name: K, value: T[K], problem?: string): void => {
    setTyped(now => ({ ...now, [name]: value }))
    setProblems(now => ({ ...now, [name]: problem }))
  }
  const open = (about: About): void => {
    const found = problemsOf(typed)
    setProblems(found)
    const { file } = typed
    if (!file || Object.values(found).some(Boolean) || opening.isPending) return
    const sent = { ...about, fileName: file.name, bytes: file.size }
    const id = idOf(sent)
    opening.mutate({ ...sent, id }, { onSuccess: () => onOpened(id, file) })
  }
  return { typed, problems, set, open, opening }
}
