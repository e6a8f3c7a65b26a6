import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import { CLAIM_STATUSES, claimApi, claimExportApi } from '../../../contract/messaging.ts'
import { formatNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useWhyNot } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { CLAIM_WORDS, type Claim } from '../../parts/messaging/messagingWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'

const BankAlertDialog = lazyPart(() => import('./BankAlertDialog.tsx').then(part => part.BankAlertDialog))

const FILTER = z.pick(claimApi.claimList.input, { status: true })
type Doing = { act: 'confirm' | 'reject'; claim: Claim }

/** Bank credit alerts. Nothing is posted until a user has found the payment on the statement. */
export function BankAlertsList() {
  const query = useUrlFilter(FILTER)
  const [doing, setDoing] = useState<Doing>()
  const stop = (): void => setDoing(undefined)
  const whyNot = useWhyNot('money.ask')
  return (
    <ListPage
      name="claims"
      list={useList(claimApi.claimList, query.filter)}
      caption="Bank alerts"
      columns={columnsOf(setDoing, whyNot)}
      query={query}
      filters={
        <ListFilters
          query={query}
          filters={[
            choiceFilter(query, {
              name: 'status',
              label: 'Decision',
              any: 'Any decision',
              options: CLAIM_STATUSES.map(value => ({ value, label: CLAIM_WORDS[value].title })),
            }),
          ]}
        />
      }
      exports={exportOf('Export bank alerts', claimExportApi.claimExport, query.filter)}
      empty={{
        icon: <Landmark />,
        title: 'No bank alerts yet',
        text: 'Credit alerts that the bank sends to the inbound number appear here, matched to a loan.',
      }}
      noMatch={{ title: 'No matching bank alerts', clear: 'Clear filters' }}
    >
      {doing?.act === 'confirm' && <BankAlertDialog claim={doing.claim} onClose={stop} />}
      {doing?.act === 'reject' && <RejectDialog claim={doing.claim} onClose={stop} />}
    </ListPage>
  )
}

const columnsOf = (onDo: (doing: Doing) => void, whyNot: string | undefined): Column<Claim>[] => [
  {
    id: 'alert',
    title: 'Alert',
    lead: true,
    className: 'md:min-w-40!',
    cell: claim => (
      <CellText beside={claim.text}>
        <span className="font-medium">{claim.from}</span>
      </CellText>
    ),
  },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    cell: claim => <Amount of={claim.amount} className="font-medium" />,
  },
  {
    id: 'match',
    title: 'Suggested loan',
    cell: ({ matches: [first, ...others] }) =>
      first ? (
        <CellText below={`matched by ${first.why}${others.length > 0 ? `, and ${others.length} more` : ''}`}>
          {first.customerName}, {first.loanNumber}
        </CellText>
      ) : (
        <span className="text-faint">None</span>
      ),
  },
  { id: 'at', title: 'Received', cell: claim => <RelativeTime at={claim.at} /> },
  {
    id: 'status',
    title: 'Decision',
    cell: claim => (
      <CellText beside={decisionText(claim)}>
        <Badge tone={CLAIM_WORDS[claim.status].tone} dot>
          {CLAIM_WORDS[claim.status].title}
        </Badge>
      </CellText>
    ),
  },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    cell: claim => <AlertActions claim={claim} onDo={onDo} whyNot={whyNot} />,
  },
]

function decisionText({ decidedBy, note }: Claim): string | null {
  if (decidedBy) return note ? `${decidedBy}: “${note}”` : decidedBy
  return note && `Reopened. ${note}`
}

type ActsProps = { claim: Claim; onDo: (doing: Doing) => void; whyNot: string | undefined }

function AlertActions({ claim, onDo, whyNot }: ActsProps) {
  const what = `${formatNaira(claim.amount)} from ${claim.from}`
  if (claim.status !== 'open')
    return (
      claim.loanId && (
        <div className="flex justify-end">
          <LinkButton to={paths.loan(claim.loanId)} size="small">
            Open loan
          </LinkButton>
        </div>
      )
    )
  return (
    <div className="flex justify-end gap-2">
      <Button
        size="small"
        disabledReason={whyNot}
        aria-label={`Reject ${what}`}
        onClick={() => onDo({ act: 'reject', claim })}
      >
        Reject
      </Button>
      <Button
        size="small"
        disabledReason={whyNot}
        aria-label={`Confirm ${what}`}
        onClick={() => onDo({ act: 'confirm', claim })}
      >
        Confirm
      </Button>
    </div>
  )
}

function RejectDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={claimApi.claimReject}
      input={({ reason: note }) => ({ id: claim.id, note })}
      done="Bank alert rejected."
      onClose={onClose}
      title={`Reject ${formatNaira(claim.amount)} from ${claim.from}?`}
      description="No repayment is recorded. The alert and your reason are saved."
      action="Reject"
      danger
      reason={{ label: 'Reason' }}
    />
  )
}
