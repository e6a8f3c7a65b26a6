import { useState } from 'react'
import { CAMPAIGN_MAX, segmentApi } from '../../../contract/campaigns.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import type { AudienceDraft, AudienceKind } from './audience.ts'
import { CustomerPicker } from './CustomerPicker.tsx'
import { type NumberLines, numberLines } from './numberLines.ts'
import { SegmentCount, SegmentDialog } from './SegmentDialog.tsx'

type Props = {
  draft: AudienceDraft
  onChange: (draft: AudienceDraft) => void
  error: string | undefined
}

const KINDS: readonly { value: AudienceKind; title: string }[] = [
  { value: 'customer', title: 'One customer' },
  { value: 'segment', title: 'A segment' },
  { value: 'list', title: 'A list' },
]

export function AudienceField({ draft, onChange, error }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex">
        <Choices
          label="Kind of audience"
          choices={KINDS}
          current={draft.kind}
          onChoose={kind => onChange({ ...draft, kind })}
        />
      </div>
      {draft.kind === 'customer' && (
        <CustomerPicker
          picked={draft.customer}
          onPick={customer => onChange({ ...draft, customer })}
          error={error}
        />
      )}
      {draft.kind === 'segment' && (
        <SegmentField
          chosen={draft.segmentId}
          onChange={segmentId => onChange({ ...draft, segmentId })}
          error={error}
        />
      )}
      {draft.kind === 'list' && (
        <ListField typed={draft.typed} onChange={typed => onChange({ ...draft, typed })} error={error} />
      )}
    </div>
  )
}

type SegmentProps = { chosen: string; onChange: (id: string) => void; error: string | undefined }

function SegmentField({ chosen, onChange, error }: SegmentProps) {
  const segments = useApi(segmentApi.segmentList, {})
  const [editing, setEditing] = useState<'new' | 'chosen' | 'deactivating'>()
  const close = (): void => setEditing(undefined)
  const segment = segments.data?.rows.find(row => row.id === chosen)
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Segment"
        name="segmentId"
        placeholder={segments.data?.rows.length === 0 ? 'No segments yet' : 'Choose a segment'}
        value={chosen}
        error={error}
        options={(segments.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={event => onChange(event.target.value)}
      />
      <LoadNotice of={segments} />
      {segment && <SegmentCount filter={segment.filter} />}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setEditing('new')}>
          New segment
        </Button>
        {segment && (
          <>
            <Button size="small" onClick={() => setEditing('chosen')}>
              Change “{segment.name}”
            </Button>
            <Button size="small" onClick={() => setEditing('deactivating')}>
              Deactivate “{segment.name}”
            </Button>
          </>
        )}
      </div>
      {(editing === 'new' || editing === 'chosen') && (
        <SegmentDialog
          segment={editing === 'chosen' ? segment : undefined}
          onClose={close}
          onSaved={onChange}
        />
      )}
      {editing === 'deactivating' && segment && (
        <ActDialog
          endpoint={segmentApi.segmentRetire}
          input={() => ({ id: segment.id })}
          done={`Segment “${segment.name}” deactivated.`}
          onDone={() => {
            onChange('')
            close()
          }}
          onClose={close}
          title={`Deactivate “${segment.name}”?`}
          description="The segment can no longer be chosen. Past campaigns keep its name and recipients."
          action="Deactivate"
        />
      )}
    </div>
  )
}

/** Larger than any allowed list. */
const FILE_MAX_BYTES = 1_000_000

type ListProps = { typed: string; onChange: (typed: string) => void; error: string | undefined }

function ListField({ typed, onChange, error }: ListProps) {
  const [problem, setProblem] = useState<string>()
  const found = numberLines(typed)
  const read = async (file: File): Promise<void> => {
    setProblem(undefined)
    if (file.size > FILE_MAX_BYTES)
      setProblem('The file is larger than 1 MB. Split it into several campaigns.')
    else if (/\.(xlsx?|pdf)$/i.test(file.name)) setProblem('Save it as CSV or text first.')
    else onChange(await file.text())
  }
  return (
    <div className="flex flex-col gap-3">
      <Textarea
        label="Phone or customer numbers"
        name="lines"
        rows={7}
        placeholder={'0803 123 4567\nC0100001'}
        hint="One per line. Messages go to customers only, at the number on their record."
        value={typed}
        error={error}
        onChange={event => onChange(event.target.value)}
      />
      <p role="status" className="text-[0.8125rem] text-muted empty:hidden">
        {foundText(found)}
      </p>
      <FileField
        label="From a CSV or text file"
        hint="Replaces the numbers above. At most 1 MB."
        accept=".csv,.txt,text/csv,text/plain"
        error={problem}
        onChoose={file => void read(file)}
      />
    </div>
  )
}

function foundText({ count, without }: NumberLines): string {
  if (count === 0) return ''
  const most = count > CAMPAIGN_MAX ? ` The limit is ${countText(CAMPAIGN_MAX)} per campaign.` : ''
  const odd = without === 0 ? '' : ` ${countText(without)} without a number: see the preview.`
  return `${countOf(count, 'line')}.${odd}${most}`
}
