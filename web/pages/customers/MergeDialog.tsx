import clsx from 'clsx'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { customerApi } from '../../../contract/customers.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Preview = Reply<typeof customerApi.customerMergePreview>
type Props = {
  /** The record on screen. It is kept, unless the two are swapped. */
  id: string
  otherId: string
  whyNot: string | undefined
  onClose: () => void
}

/** Both records side by side, what moves, and warnings. The merge needs approval. */
export function MergeDialog({ id, otherId, whyNot, onClose }: Props) {
  const [isSwapped, setSwapped] = useState(false)
  const [storedId, mergedId] = isSwapped ? [otherId, id] : [id, otherId]
  const preview = useApi(customerApi.customerMergePreview, { id: storedId, mergedId })
  const shown = preview.data
  const unseen = preview.error ? 'The preview could not be loaded.' : 'The preview is loading.'
  const stop = whyNot ?? (shown?.blocked ? `Cannot be merged: ${shown.blocked}.` : undefined)
  return (
    <ActDialog
      endpoint={customerApi.customerMerge}
      input={({ reason }) => ({ id: storedId, mergedId, reason })}
      done="Merge submitted for approval."
      onClose={onClose}
      width="wide"
      title="Merge records"
      description="One record remains. Loans, requests, notes and documents of the other move to it. Needs approval."
      action="Submit merge"
      disabledReason={shown ? stop : unseen}
      reason={shown && { rows: 2 }}
      aside={
        <Button
          icon={<ArrowLeftRight aria-hidden size={16} />}
          className="sm:mr-auto"
          onClick={() => setSwapped(now => !now)}
        >
          Swap records
        </Button>
      }
    >
      {!shown && <LoadError of={preview} />}
      {!shown && !preview.error && <Skeleton className="h-64" />}
      {shown && (
        <div className={clsx('flex flex-col gap-4', preview.isPlaceholderData && 'opacity-60')}>
          <Look preview={shown} />
        </div>
      )}
    </ActDialog>
  )
}

/** Warnings, the two records, and what moves. */
function Look({ preview }: { preview: Preview }) {
  const { blocked, warnings } = preview
  return (
    <>
      {blocked && <Notice tone="negative">Cannot be merged: {blocked}.</Notice>}
      {warnings.length > 0 && (
        <Notice tone="caution" title="Check before merging">
          <ul className="list-disc pl-5">
            {warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Comparison preview={preview} />
      <p className="text-muted">{movesText(preview)}</p>
    </>
  )
}

function movesText({ moves, kept: stored }: Preview): string {
  const counted = Object.entries(moves)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${count === 1 ? what.replace(/s$/, '') : what}`)
  return counted.length === 0
    ? `The other record has no loans, requests, notes or documents to move.`
    : `Moved to ${stored.number}: ${counted.join(', ')}.`
}

const NOT_GIVEN = <span className="text-faint">Not provided</span>

function Comparison({ preview: { kept: stored, merged, fields } }: { preview: Preview }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed text-[0.8125rem]">
        <caption className="sr-only">Both records by field</caption>
        <thead>
          <tr className="border-b border-line bg-canvas/60 text-left text-xs text-muted">
            <th scope="col" className="w-[26%] px-3 py-2 font-medium sm:w-[18%]">
              Field
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              Kept: {stored.number}
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              Merged: {merged.number}
            </th>
          </tr>
        </thead>
        <tbody className="ruled">
          {fields.map(field => (
            <tr key={field.name} className="align-top">
              <th scope="row" className="px-3 py-2 text-left font-medium break-words">
                {field.name}
              </th>
              <td className="px-3 py-2 break-words tabular-nums">{field.kept || NOT_GIVEN}</td>
              <td className="px-3 py-2 break-words tabular-nums">
                <span className={clsx(field.differs && 'text-caution')}>{field.merged || NOT_GIVEN}</span>
                {field.differs && <span className="ml-1.5 text-xs text-caution">differs</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
