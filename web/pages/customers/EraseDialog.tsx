import { customerApi } from '../../../contract/customers.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Props = { customer: Customer; name: string; onClose: () => void }

/** What is permanently deleted and what stays without a name. The erasure needs approval. */
export function EraseDialog({ customer: { row, revision }, name, onClose }: Props) {
  const preview = useApi(customerApi.customerErasePreview, { id: row.id })
  const shown = preview.data
  const unseen = preview.error ? 'The preview could not be loaded.' : 'The preview is loading.'
  const stop = shown?.blocked ? `Cannot be erased: ${shown.blocked}.` : undefined
  return (
    <ActDialog
      endpoint={customerApi.customerErase}
      input={({ reason }) => ({ id: row.id, basedOn: revision, reason })}
      done="Erasure submitted for approval."
      onClose={onClose}
      width="medium"
      title={`Erase personal data of ${name}?`}
      description="For a person who requests deletion of their data. Needs approval."
      action="Submit erasure"
      danger
      disabledReason={shown ? stop : unseen}
      reason={
        shown && {
          label: 'Reason',
          hint: 'How the person requested it. Do not enter their name: the audit trail is permanent.',
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
              ? 'Resolve this first. Data of a person with an open loan or request cannot be erased.'
              : 'The data cannot be restored.'}
          </Notice>
          <div className="grid gap-4 sm:grid-cols-2">
            <Share
              title="Permanently deleted"
              first="names, phone, email, address, BVN, NIN, account, pay and next of kin"
              tallies={shown.goes}
            />
            <Share
              title={`Retained as Erased customer ${row.number}`}
              first="ledger and audit trail"
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
