import { Download } from 'lucide-react'
import { useState } from 'react'
import { ledgerExportApi } from '../../../../contract/ledger.ts'
import { returnsApi } from '../../../../contract/returns.ts'
import { SECTIONS, settingsApi } from '../../../../contract/settings.ts'
import { localDate } from '../../../../engine/dates.ts'
import { useApi } from '../../../api.ts'
import { ExportMenu } from '../../../parts/ExportMenu.tsx'
import { fetchFile } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { DayFilter } from '../../../parts/ListFilters.tsx'
import { LoadError } from '../../../parts/LoadError.tsx'
import { settingsPath } from '../../../parts/settings/entries.ts'
import { todayInLagos } from '../../../parts/today.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import { LayoutPreview, thisMonth } from '../LayoutPreview.tsx'

type Props = {
  from: string | undefined
  asOf: string | undefined
  layout: string | undefined
  onChange: (changed: { from?: string; asOf?: string; layout?: string }) => void
}

/** The journal of a period and the trial balance, for the accountant's system. */
export function Exports({ from, asOf, layout, onChange }: Props) {
  const to = localDate(asOf ?? todayInLagos())
  const start = localDate(from ?? thisMonth().from)
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card title="Trial balance by house code">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <p className="max-w-prose text-muted">
            Every account with its house code, its debits, credits and balance at the end of {dayText(to)}.
          </p>
          <ExportMenu
            label="Export trial balance"
            save={format => fetchFile(ledgerExportApi.ledgerTrialBalanceExport, { asOf: to, format })}
          />
        </div>
      </Card>
      <JournalFile {...{ layout, onChange }} period={{ from: start, to }} />
    </div>
  )
}

type FileProps = Pick<Props, 'layout' | 'onChange'> & { period: ReturnType<typeof thisMonth> }

function JournalFile({ layout, onChange, period }: FileProps) {
  const settings = useApi(settingsApi.settingList, {})
  const [pending, setPending] = useState(false)
  if (settings.error && !settings.data)
    return (
      <Card>
        <LoadError of={settings} />
      </Card>
    )
  const row = settings.data?.rows.find(each => each.section === 'layouts')
  if (!row) return <CardSkeleton lines={6} />
  const layouts = SECTIONS.layouts.schema
    .parse(row.value)
    .layouts.filter(each => each.use === 'journal' && each.status === 'active')
  const chosen = layouts.find(({ name }) => name === layout) ?? layouts[0]
  const editing = <LinkButton to={settingsPath('layouts')}>File layouts</LinkButton>
  if (!chosen)
    return (
      <Card flush>
        <EmptyState title="No journal layout is active" action={editing}>
          Reactivate a layout, or add one.
        </EmptyState>
      </Card>
    )
  const save = async (): Promise<void> => {
    setPending(true)
    await fetchFile(returnsApi.journalFile, { layout: chosen.name, ...period })
    setPending(false)
  }
  return (
    <Card title="Journal" actions={editing}>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-full sm:w-72">
            <Select
              label="Layout"
              value={chosen.name}
              options={layouts.map(({ name }) => ({ value: name, label: name }))}
              onChange={event => onChange({ layout: event.target.value })}
            />
          </div>
          <DayFilter label="From" value={period.from} onChange={day => onChange({ from: day })} />
          <DayFilter label="To" value={period.to} onChange={day => onChange({ asOf: day })} />
          <Button
            look="primary"
            icon={<Download aria-hidden size={16} />}
            pending={pending}
            onClick={() => void save()}
          >
            Export journal
          </Button>
        </div>
        <LayoutPreview layout={chosen} period={period} />
      </div>
    </Card>
  )
}
