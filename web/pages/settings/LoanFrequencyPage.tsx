import { Plus, Repeat } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { productApi } from '../../../contract/products.ts'
import { settingsApi } from '../../../contract/settings.ts'
import { RHYTHM_WORDS } from '../../../contract/trail.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { FIRST_DUE } from '../../parts/settings/productWords.ts'
import { wholeList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CardSkeleton } from '../../ui/Card.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import type { Column } from '../../ui/Table.tsx'
import { type Frequency, FrequencyDialog } from './FrequencyDialog.tsx'
import { SectionPanel } from './SectionPanel.tsx'

export default function LoanFrequencyPage() {
  const frequencies = useApi(productApi.frequencyList, {})
  const settings = useApi(settingsApi.settingList, {})
  const history = useApi(settingsApi.settingHistory, { section: 'borrowing' })
  const isWaiting = [frequencies, settings, history].some(each => each.isPending)
  return (
    <>
      <PageHeading
        title="Loan frequency"
        description="Repayment frequencies and borrowing limits."
        back={<BackLink to={paths.settings}>Settings</BackLink>}
      />
      {isWaiting ? (
        <CardSkeleton lines={36} />
      ) : (
        <div className="flex flex-col gap-6">
          <Frequencies />
          <SectionPanel section="borrowing" />
        </div>
      )}
    </>
  )
}

type Chosen = { act: 'change' | 'deactivate'; frequency: Frequency } | { act: 'add' }

function Frequencies() {
  const whyNot = useWhyNotChange()
  const [chosen, setChosen] = useState<Chosen>()
  const close = (): void => setChosen(undefined)
  return (
    <ListPage
      title="Repayment frequencies"
      actions={
        <Button
          size="small"
          icon={<Plus aria-hidden size={15} />}
          disabledReason={whyNot}
          onClick={() => setChosen({ act: 'add' })}
        >
          Add frequency
        </Button>
      }
      list={wholeList(useApi(productApi.frequencyList, {}))}
      caption="Repayment frequencies"
      columns={columns(whyNot, setChosen)}
      rowKey={frequency => frequency.code}
      skeletonRows={5}
      empty={{
        icon: <Repeat />,
        title: 'No frequencies yet',
        text: 'Add a repayment frequency, for example monthly on pay day.',
      }}
    >
      {chosen?.act === 'add' && <FrequencyDialog onClose={close} />}
      {chosen?.act === 'change' && <FrequencyDialog frequency={chosen.frequency} onClose={close} />}
      {chosen?.act === 'deactivate' && <DeactivateDialog frequency={chosen.frequency} onClose={close} />}
    </ListPage>
  )
}

const columns = (whyNot: string | undefined, choose: (chosen: Chosen) => void): Column<Frequency>[] => [
  {
    id: 'name',
    title: 'Frequency',
    lead: true,
    cell: ({ name, code }) => (
      <div>
        <p className="font-medium">{name}</p>
        <p className="text-[0.8125rem] font-normal text-muted">{code}</p>
      </div>
    ),
  },
  { id: 'rhythm', title: 'Interval', cell: ({ rhythm }) => RHYTHM_WORDS[rhythm] },
  {
    id: 'anchor',
    title: 'Day',
    cell: ({ anchorDay }) => (anchorDay === null ? 'Day of disbursement' : dayOf(anchorDay)),
  },
  {
    id: 'first',
    title: 'First instalment',
    className: 'md:max-w-36!',
    wraps: true,
    cell: ({ firstDue }) => <span className="max-md:text-right">{FIRST_DUE[firstDue]}</span>,
  },
  {
    id: 'used',
    title: 'Used by',
    className: 'md:max-w-28!',
    wraps: true,
    cell: ({ inUseBy }) =>
      inUseBy.length === 0 ? (
        <span className="text-faint">None</span>
      ) : (
        <span className="max-md:text-right">{inUseBy.join(', ')}</span>
      ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: ({ status }) =>
      status === 'retired' ? (
        <Badge>Inactive</Badge>
      ) : (
        <Badge tone="positive" dot>
          Active
        </Badge>
      ),
  },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: frequency => <Acts {...{ frequency, whyNot, choose }} />,
  },
]

const dayOf = (anchorDay: number): ReactNode => (anchorDay === 31 ? 'Last day of the month' : anchorDay)

type ActsProps = { frequency: Frequency; whyNot: string | undefined; choose: (chosen: Chosen) => void }

function Acts({ frequency, whyNot, choose }: ActsProps) {
  return (
    <span className="flex justify-end gap-2">
      <Button size="small" disabledReason={whyNot} onClick={() => choose({ act: 'change', frequency })}>
        {frequency.status === 'retired' ? 'Reactivate' : 'Change'}
      </Button>
      {frequency.status === 'active' && (
        <Button
          size="small"
          disabledReason={whyNot ?? usedText(frequency)}
          onClick={() => choose({ act: 'deactivate', frequency })}
        >
          Deactivate
        </Button>
      )}
    </span>
  )
}

const usedText = ({ inUseBy }: Frequency): string | undefined =>
  inUseBy.length === 0
    ? undefined
    : `Used by ${inUseBy.join(', ')}. Change these products to another frequency first.`

function DeactivateDialog({ frequency, onClose }: { frequency: Frequency; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={productApi.frequencyRetire}
      input={() => ({ code: frequency.code })}
      done="Frequency deactivated."
      onClose={onClose}
      title={`Deactivate “${frequency.name}”?`}
      description="New product versions can no longer use it. You can reactivate it later."
      action="Deactivate"
      danger
    />
  )
}
