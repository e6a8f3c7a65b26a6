import { customerApi } from '../../../contract/customers.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props = { customer: Customer; name: string; onClose: () => void }

/** What goes for good and what stays without a name; then a second person decides. */
export function EraseDialog({ customer: { row, revision }, name, onClose }: Props) {
  const preview = useApi(customerApi.customerErasePreview, { id: row.id })
  const shown = preview.data
  const unseen = preview.error ? 'The preview could not be loaded.' : 'The preview is loading.'
  const stop = shown?.blocked ? `Cannot be erased: ${shown.blocked}.` : undefined
  return (
    <ActDialog
      endpoint={customerApi.customerErase}
      input={({ reason }) => ({ id: row.id, basedOn: revision, reason })}
      done="Waiting for a second person to approve the erasure."
      onClose={onClose}
      width="medium"
      title={`Erase ${name}?`}
      description="For a person who asks to be forgotten. A second person has to agree."
      action="Ask to erase"
      danger
      disabledReason={shown ? stop : unseen}
      reason={
        shown && {
          label: 'Who asked for it, and how',
          hint: 'This stays in the trail: do not write the name here.',
          rows: 2,
        }
      }
    >
      {!shown && <LoadError of={preview} />}
      {!shown && !preview.error && <Skeleton className="h-48" />}
      {shown && (
        <>
          <Notice tone="negative" title={stop ?? 'This cannot be undone'}>
            {stop
              ? 'Settle that first: somebody who owes or asks for money has to be known.'
              : 'Nobody can bring the data back afterwards, not even from this program’s own tables.'}
          </Notice>
          <div className="grid gap-4 sm:grid-cols-2">
            <Share
              title="Goes for good"
              first="names, phone, e-mail, address, BVN, NIN, account, pay and next of kin"
              tallies={shown.goes}
            />
            <Share
              title={`Stays, as Erased customer ${row.number}`}
              first="the ledger and the trail of who did what"
              tallies={shown.stays}
            />
          </div>
        </>
      )}
    </ActDialog>
  )
}

type ShareProps = { title: string; first: string; tallies: readonly { what: string; count: number }[] }

function Share({ title, first, tallies }: ShareProps) {
  return (
    <section className="rounded-lg border border-line px-4 py-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1.5 list-disc pl-5 text-[0.8125rem] text-muted">
        <li>{first}</li>
        {tallies
          .filter(({ count }) => count > 0)
          .map(({ what, count }) => (
            <li key={what} className="tabular-nums">
              {what}: {countText(count)}
            </li>
          ))}
      </ul>
    </section>
  )
}
