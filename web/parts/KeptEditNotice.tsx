import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { againText, KeptNotice } from './KeptNotice.tsx'
import type { KeptEdit } from './useEditForm.ts'

type Props<F extends string> = {
  kept: KeptEdit<F>
  /** What the record is: "customer". */
  what: string
  wordsFor: (field: F) => string
  /** What stands in a field now; undefined for one that belongs to the change, not to the record. */
  onFile: (field: F) => string | undefined
}

/** Above the form of a record: what is back, what has to be typed again, and that the record has moved on meanwhile. */
export function KeptEditNotice<F extends string>({ kept, what, wordsFor, onFile }: Props<F>) {
  const { back, typeAgain, isBehind } = kept
  if (back.length + typeAgain.length === 0) return null
  const again = typeAgain.map(wordsFor)
  const standing = back.flatMap(field => {
    const now = onFile(field)
    return now === undefined ? [] : [[field, now] as const]
  })
  return (
    <>
      {back.length > 0 ? (
        <KeptNotice onStartAfresh={kept.startAfresh} typeAgain={again} />
      ) : (
        <Notice
          action={
            <Button size="small" onClick={kept.startAfresh}>
              Start afresh
            </Button>
          }
        >
          {againText(again)}
        </Notice>
      )}
      {isBehind && (
        <Notice
          tone="caution"
          title={`Somebody changed this ${what} since you typed that`}
          action={
            <Button size="small" onClick={kept.onSeen}>
              I have seen it
            </Button>
          }
        >
          The form starts from the newer version, with what you typed on top.
          {standing.length > 0 && ' In its place there stands now:'}
          <ul className="mt-2 list-disc pl-5 empty:hidden">
            {standing.map(([field, now]) => (
              <li key={field}>
                {wordsFor(field)}: {now || 'Not given'}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
