import { useState } from 'react'
import type { z } from 'zod/mini'
import { ledgerApi } from '../../../../contract/ledger.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { usePendingItems } from './PendingItems.tsx'

type Period = z.output<typeof ledgerApi.ledgerPeriodList.reply>['periods'][number]

/** Periods in which nothing can be posted any more. */
export function ClosedPeriods() {
  const list = useApi(ledgerApi.ledgerPeriodList, {})
  const { notices, isPending } = usePendingItems('period', 'Pending period closes could not be loaded')
  const [closing, setClosing] = useState(false)
  const mayAsk = useMay('money.ask')
  const through = list.data?.closedThrough
  return (
    <ListPage
      title="Closed periods"
      actions={
        <Button size="small" disabledReason={whyNotClose(mayAsk, isPending)} onClick={() => setClosing(true)}>
          Close period
        </Button>
      }
      above={notices}
      list={{ rows: list.data?.periods, error: list.error, onRetry: () => void list.refetch() }}
      caption="Closed periods, latest first"
      onlyText
      columns={PERIOD_COLUMNS}
      rowKey={period => period.through}
      skeletonRows={2}
      empty={{
        compact: true,
        title: 'No closed periods yet',
        text: 'After a period is closed, nothing can be posted in it. Post late items in the open period as prior-period adjustments.',
      }}
    >
      {closing && <CloseDialog through={through ?? null} onClose={() => setClosing(false)} />}
    </ListPage>
  )
}

function whyNotClose(mayAsk: boolean, isAsked: boolean): string | undefined {
  if (!mayAsk) return `Only ${rolesNamed('money.ask', 'and')} can do this.`
  return isAsked ? 'A period close is pending approval already.' : undefined
}

const PERIOD_COLUMNS: readonly Column<Period>[] = [
  { id: 'through', title: 'Closed through', lead: true, cell: period => dayText(period.through) },
  { id: 'by', title: 'Approved by', cell: period => period.closedBy ?? 'Iroko' },
  { id: 'at', title: 'Closed', cell: period => <RelativeTime at={period.closedAt} /> },
]

type CloseProps = { through: string | null; onClose: () => void }

function CloseDialog({ through, onClose }: CloseProps) {
  return (
    <ActDialog
      endpoint={ledgerApi.ledgerPeriodClose}
      initial={{ through: '' }}
      input={values => values}
      onClose={onClose}
      title="Close period"
      description="Needs approval. Afterwards nothing can be posted on or before this date, and the period cannot be reopened."
      action="Submit period close"
      reason
    >
      {({ field }) => (
        <Input
          {...field('through')}
          label="Through"
          type="date"
          hint={through ? `Closed through ${dayText(through)}.` : 'Last day of the period, before today.'}
        />
      )}
    </ActDialog>
  )
}
