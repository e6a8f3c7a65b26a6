import { useRef, useState } from 'react'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { call } from '../../call.ts'
import { readBase64 } from '../../parts/documentFile.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { AnotherDocument } from './DocumentsStep.tsx'
import { FilePicker } from './FilePicker.tsx'
import { errorText, fitFile } from './submissionClient.ts'

/** Reference and phone, which together identify the applicant. */
export type Identification = { readonly reference: string; readonly phone: string }

type Props = {
  pair: Identification
  /** The document the reviewer requested, or null. */
  wanted: string | null
  titles: readonly string[]
  onAdded: () => void
}

/** Uploads a document after submission, because it was requested or missing. */
export function LaterDocument({ pair, wanted, titles, onAdded }: Props) {
  const [title, setTitle] = useState(titles[0] ?? '')
  const [share, setShare] = useState<number>()
  const [said, setSaid] = useState<{ tone: 'positive' | 'negative'; words: string }>()
  /** A retry after a lost connection sends the same document id. */
  const attempt = useRef<{ file: File; id: string }>(undefined)

  const add = async (as: string, chosen: File): Promise<void> => {
    setSaid(undefined)
    const file = await fitFile(chosen)
    if (typeof file === 'string') return setSaid({ tone: 'negative', words: file })
    if (attempt.current?.file !== chosen) attempt.current = { file: chosen, id: crypto.randomUUID() }
    setShare(0)
    try {
      const path = await readBase64(file)
      const { id } = attempt.current
      await call(
        publicRequestApi.requestDocumentAdd,
        { ...pair, id, title: as, path },
        { onProgress: setShare },
      )
      setSaid({ tone: 'positive', words: `${as} uploaded.` })
      onAdded()
    } catch (error) {
      setSaid({ tone: 'negative', words: errorText(error, ['path', 'title']) })
    }
    setShare(undefined)
  }
  return (
    <div className="flex flex-col gap-4 rounded-xl border border-line bg-surface px-4 py-4">
      <h2 className="font-semibold">Add a document</h2>
      {wanted && (
        <Notice tone="caution" title="Document requested">
          {wanted}
        </Notice>
      )}
      {titles.length > 0 && (
        <div className="flex flex-col gap-3">
          <Select
            label="Document"
            options={titles.map(each => ({ value: each, label: each }))}
            value={title}
            onChange={event => setTitle(event.target.value)}
          />
          <FilePicker title={title} onChoose={file => void add(title, file)} />
        </div>
      )}
      <AnotherDocument onAdd={(as, file) => void add(as, file)} />
      {share !== undefined && (
        <progress value={share} max={1} aria-label="Uploading" className="h-1.5 w-full accent-brand" />
      )}
      <div role="status" className="empty:-mt-4">
        {said && <Notice tone={said.tone}>{said.words}</Notice>}
      </div>
    </div>
  )
}
