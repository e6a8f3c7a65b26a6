import { useState } from 'react'
import type { z } from 'zod/mini'
import { closingApi } from '../../../../contract/closing.ts'
import { ledgerApi } from '../../../../contract/ledger.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { formatMonth } from '../../../../engine/dates.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { Actions, Button } from '../../../ui/Button.tsx'
import { DefinitionList } from '../../../ui/DefinitionList.tsx'
import { Input } from '../../../ui/Input.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { usePendingItems } from './PendingItems.tsx'

type Period = z.output<typeof ledgerApi.ledgerPeriodList.reply>['periods'][number]

/** Periods in which nothing can be posted any more. */
export function ClosedPeriods() {
  const list = useApi(ledgerApi.ledgerPeriodList, {})
  const { notices, isPending } = usePendingItems('period', 'Pending period closes could not be loaded')
  const closings = useApi(closingApi.monthCloseList, {})
  const [doing, setDoing] = useState<'close' | 'reopen'>()
  const mayAsk = useMay('money.ask')
  const through = list.data?.closedThrough
  const reopened = (closings.data?.rows ?? [])
    .filter(({ state }) => state === 'reopened')
    .map(row => ({
      term: formatMonth(row.month),
      value: (
        <>
          {row.reopenSubmittedBy}, approved by {row.reopenApprovedBy},{' '}
          {row.reopenedAt && <RelativeTime at={row.reopenedAt} />}: {row.reopenReason}
        </>
      ),
    }))
  return (
    <ListPage
      title="Closed periods"
      actions={
        <Actions>
          <Button
            size="small"
            disabledReason={whyNot(mayAsk, isPending) ?? (through ? undefined : 'No period is closed yet.')}
            onClick={() => setDoing('reopen')}
          >
            Reopen period
          </Button>
          <Button size="small" disabledReason={whyNot(mayAsk, isPending)} onClick={() => setDoing('close')}>
            Close period
          </Button>
        </Actions>
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
      {reopened.length > 0 && (
        <div className="border-t border-line px-5 py-4">
          <h3 className="mb-2 font-semibold">Reopened months</h3>
          <DefinitionList items={reopened} />
        </div>
      )}
      {doing === 'close' && <CloseDialog through={through ?? null} onClose={() => setDoing(undefined)} />}
      {doing === 'reopen' && through && (
        <ReopenDialog through={through} onClose={() => setDoing(undefined)} />
      )}
    </ListPage>
  )
}

function whyNot(mayAsk: boolean, isAsked: boolean): string | undefined {
  if (!mayAsk) return `Only ${rolesNamed('money.ask', 'and')} can do this.`
  return isAsked ? 'A close or reopening is pending approval already.' : undefined
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
      description="Needs approval. Afterwards nothing can be posted on or before this date. It posts no accrual and no provision: close whole months under Month-end close."
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

function ReopenDialog({ through, onClose }: { through: string; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={closingApi.periodReopen}
      input={({ reason }) => ({ through, reason })}
      onClose={onClose}
      done="Submitted for approval."
      title="Reopen period"
      description={`Needs approval. The period closed through ${dayText(through)} is open again. What its month-end close posted is reversed on the same days.`}
      action="Submit reopening"
      danger
      reason
    />
  )
}
