import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { repaymentApi } from '../../../contract/repayments.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/useList.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Select } from '../../ui/Select.tsx'

type Code = Reply<typeof repaymentApi.sourceCodeList>['rows'][number]
type Source = { code: string; name: string }

const KIND_WORDS = { element: 'Element', beneficiary: 'Beneficiary' } as const
const answerText = (isOurs: boolean): string => (isOurs ? 'Ours' : 'Not ours')

/** Codes of deduction files that the settings do not name and a user marked, by source. */
export function SourceCodes({ sources }: { sources: readonly Source[] }) {
  const [param, setSource] = useUrlParam('source')
  const source = sources.find(each => each.code === param) ?? sources[0]
  return source ? <CodeList source={source} sources={sources} onChoose={setSource} /> : null
}

type Props = { source: Source; sources: readonly Source[]; onChoose: (code: string) => void }

function CodeList({ source, sources, onChoose }: Props) {
  const list = useList(repaymentApi.sourceCodeList, { source: source.code }, { cursor: 'codes' })
  const whyNot = useWhyNotChange()
  const [changing, setChanging] = useState<Code>()
  return (
    <ListPage
      title="Deduction codes marked by users"
      list={list}
      rowKey={row => `${row.kind} ${row.key}`}
      caption={`Deduction codes of ${source.name} that users marked`}
      filters={
        <Select
          label="Payroll source"
          labelHidden
          value={source.code}
          options={sources.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={event => onChoose(event.target.value)}
        />
      }
      columns={[
        {
          id: 'code',
          title: 'Code',
          lead: true,
          cell: row => <CellText beside={KIND_WORDS[row.kind]}>{row.code}</CellText>,
        },
        {
          id: 'answer',
          title: 'Answer',
          phone: 'status',
          cell: row => <Badge tone={row.isOurs ? 'positive' : 'neutral'}>{answerText(row.isOurs)}</Badge>,
        },
        {
          id: 'by',
          title: 'Marked by',
          cell: row => <CellText beside={<RelativeTime at={row.answeredAt} />}>{row.answeredBy}</CellText>,
        },
        { id: 'note', title: 'Reason', goes: 'first', cell: row => row.note },
        {
          id: 'acts',
          title: 'Actions',
          titleHidden: true,
          align: 'right',
          cell: row => (
            <Button
              disabledReason={
                whyNot ?? (row.approvalId ? 'A change of this code is pending approval.' : undefined)
              }
              onClick={() => setChanging(row)}
              aria-label={`Mark ${row.code} as ${answerText(!row.isOurs).toLowerCase()}`}
            >
              Mark as {answerText(!row.isOurs).toLowerCase()}
            </Button>
          ),
        },
      ]}
      empty={{
        compact: true,
        icon: <ListChecks />,
        title: 'No codes marked yet',
        text: 'A code appears here when a user marks it as ours or not ours in a deduction file.',
      }}
    >
      {changing && (
        <ActDialog
          endpoint={repaymentApi.sourceCodeChange}
          input={({ reason }) => ({
            source: source.code,
            kind: changing.kind,
            key: changing.key,
            isOurs: !changing.isOurs,
            reason,
          })}
          done="Change submitted for approval."
          title={`Mark ${changing.code} as ${answerText(!changing.isOurs).toLowerCase()}?`}
          description={`It applies to files of ${source.name} without a decision and to later files. Posted batches stay as they are.`}
          action="Submit for approval"
          reason={{ maxLength: 300 }}
          onClose={() => setChanging(undefined)}
        />
      )}
    </ListPage>
  )
}
