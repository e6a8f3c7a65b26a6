import { useState } from 'react'
import { Link } from 'react-router'
import { type Customer, FIELD_WORDS, STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { dayText } from '../../parts/figures.ts'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Revealed } from './CustomerRevealDialog.tsx'
import { CustomerStatusBadge } from './customerColumns.tsx'

const MergeDialog = lazyPart(() => import('./MergeDialog.tsx').then(dialog => dialog.MergeDialog))

type Props = { customer: Customer; revealed: Revealed | undefined; whyNot: string | undefined }

const LINK = 'font-medium underline underline-offset-2'

/** Notices above the customer: merged record, pending changes, status, possible duplicates. */
export function CustomerNotices({ customer, revealed, whyNot }: Props) {
  const { mergedInto, pending, duplicates, mergedFrom, row } = customer
  const isHeld = row.status === 'blacklisted' || row.status === 'deceased' || row.status === 'erased'
  const isQuiet =
    !mergedInto && !revealed && !isHeld && pending.length + duplicates.length + mergedFrom.length === 0
  if (isQuiet) return null
  return (
    <div className="mb-6 flex flex-col gap-3">
      {mergedInto && (
        <Notice tone="caution" title="Merged record">
          This record was merged into{' '}
          <Link to={paths.customer(mergedInto.id)} className={LINK}>
            {mergedInto.number}, {mergedInto.name}
          </Link>
          . Its loans, requests, notes and documents are there.
        </Notice>
      )}
      {pending.map(({ approvalId }) => (
        <PendingApprovalNotice key={approvalId} approvalId={approvalId} />
      ))}
      {revealed && <RevealedNotice revealed={revealed} />}
      {isHeld && <StandingNotice customer={customer} />}
      {duplicates.length > 0 && <DuplicatesNotice customer={customer} whyNot={whyNot} />}
      {mergedFrom.length > 0 && (
        <Notice tone="notice">
          Merged from{' '}
          {mergedFrom.map((each, index) => (
            <span key={each.id}>
              {index > 0 && ', '}
              <Link to={paths.customer(each.id)} className={LINK}>
                {each.number}
              </Link>
            </span>
          ))}
          .
        </Notice>
      )}
    </div>
  )
}

function RevealedNotice({ revealed: { waiting } }: { revealed: Revealed }) {
  return (
    <Notice tone="caution" title="Personal data is visible">
      This view has been logged with your reason.
      {(['bvn', 'nin', 'accountNumber', 'phone'] as const).map(
        field =>
          waiting?.[field] && (
            <p key={field}>
              {FIELD_WORDS[field]} pending approval:{' '}
              <span className="font-semibold tabular-nums">{waiting[field]}</span>
            </p>
          ),
      )}
    </Notice>
  )
}

function StandingNotice({
  customer: { row, statusReason, statusSince, statusUntil },
}: {
  customer: Customer
}) {
  const { title, means, tone } = STATUS_WORDS[row.status]
  return (
    <Notice tone={tone === 'negative' ? 'negative' : 'caution'} title={title} alert={false}>
      {statusReason && <p>“{statusReason}”</p>}
      <p>
        {means}
        {statusSince && (
          <>
            {' '}
            Since <RelativeTime at={statusSince} />
            {statusUntil && `, until ${dayText(statusUntil)}`}.
          </>
        )}
      </p>
    </Notice>
  )
}

function DuplicatesNotice({
  customer: { row, duplicates },
  whyNot,
}: {
  customer: Customer
  whyNot: string | undefined
}) {
  const [otherId, setOtherId] = useState<string>()
  return (
    <Notice
      tone="caution"
      title={duplicates.length === 1 ? 'Possible duplicate record' : 'Possible duplicate records'}
    >
      <ul className="mt-1 flex flex-col gap-2">
        {duplicates.map(each => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={paths.customer(each.id)} className={LINK}>
              {each.number}, {each.name}
            </Link>
            <CustomerStatusBadge status={each.status} />
            <span>
              same {each.same.join(', ')} · name match {each.nameScore} of 100
            </span>
            <Button size="small" onClick={() => setOtherId(each.id)}>
              Compare and merge
            </Button>
          </li>
        ))}
      </ul>
      {otherId && (
        <MergeDialog id={row.id} otherId={otherId} whyNot={whyNot} onClose={() => setOtherId(undefined)} />
      )}
    </Notice>
  )
}
