import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { againText, DraftNotice } from './DraftNotice.tsx'

type Props<F extends string> = {
  draft: {
    restored: readonly F[]
    typeAgain: readonly F[]
    isBehind: boolean
    markSeen: () => void
    startAgain: () => void
  }
  /** What the record is: "customer". */
  what: string
  wordsFor: (field: F) => string
  /** What the record says now; undefined for a field of the change, not of the record. */
  onFile: (field: F) => string | undefined
}

/** Above the form of a record: what was restored, what has to be typed again, and that the record was changed since. */
export function RecordDraftNotice<F extends string>({ draft, what, wordsFor, onFile }: Props<F>) {
  const { restored, typeAgain, isBehind } = draft
  if (restored.length + typeAgain.length === 0) return null
  const again = typeAgain.map(wordsFor)
  const current = restored.flatMap(field => {
    const now = onFile(field)
    return now === undefined ? [] : [[field, now] as const]
  })
  return (
    <>
      {restored.length > 0 ? (
        <DraftNotice onStartAgain={draft.startAgain} typeAgain={again} />
      ) : (
        <Notice
          action={
            <Button size="small" onClick={draft.startAgain}>
              Start again
            </Button>
          }
        >
          {againText(again)}
        </Notice>
      )}
      {isBehind && (
        <Notice
          tone="caution"
          title={`Someone else changed this ${what} since you typed that`}
          action={
            <Button size="small" onClick={draft.markSeen}>
              I have seen it
            </Button>
          }
        >
          The form starts from the newer version, with what you typed on top.
          {current.length > 0 && ' It now has:'}
          <ul className="mt-2 list-disc pl-5 empty:hidden">
            {current.map(([field, now]) => (
              <li key={field}>
                {wordsFor(field)}: {now || 'Not provided'}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
