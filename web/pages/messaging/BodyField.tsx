import clsx from 'clsx'
import { useRef } from 'react'
import { type EventName, VARIABLES, variablesFor } from '../../../contract/messaging.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira, times } from '../../../engine/money.ts'
import { MESSAGE_MAX_LENGTH } from '../../../engine/template.ts'
import { pagesText } from '../../parts/messaging/messagingWords.ts'
import { useSection } from '../../parts/useSection.ts'
import { Button } from '../../ui/Button.tsx'
import { Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import {
  type Checked,
  replacementText,
  type TemplateDraft,
  withoutDoubleCurrency,
  withVariable,
} from './templateDraft.ts'

type Props = {
  values: TemplateDraft
  set: (changes: Partial<TemplateDraft>) => void
  looked: Checked
  problems: readonly string[]
  /** Error of the server about the text. */
  error: string | undefined
}

/** Text field with variables, length and cost. */
export function BodyField({ values, set, looked, problems, error }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { body, event } = values
  const insert = (variable: string): void => {
    const field = area.current
    const next = withVariable(
      body,
      variable,
      field?.selectionStart ?? body.length,
      field?.selectionEnd ?? body.length,
    )
    set({ body: next.body })
    // moves the cursor behind the inserted variable after React has rendered it
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(next.cursor, next.cursor)
    })
  }
  return (
    <div className="flex flex-col gap-3">
      <Textarea
        ref={area}
        label="Text"
        name="body"
        rows={6}
        value={body}
        maxLength={MESSAGE_MAX_LENGTH}
        error={body === '' ? error : problems.join(' ') || error}
        onChange={typed => set({ body: typed.target.value })}
      />
      <VariablePicker event={event} onPick={insert} />
      <Counter looked={looked} />
      <CurrencyNotice body={body} onReplace={plain => set({ body: plain })} />
      {body !== '' && <AlphabetNotice looked={looked} onReplace={plain => set({ body: plain })} />}
    </div>
  )
}

type PickerProps = { event: EventName | null; onPick: (variable: string) => void }

function VariablePicker({ event, onPick }: PickerProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="float-left mr-1.5 text-[0.8125rem] text-muted">Insert</legend>
      {variablesFor(event).map(name => (
        <Tooltip key={name} content={`{{${name}}}, for example ${VARIABLES[name].example}`}>
          <button
            type="button"
            onClick={() => onPick(name)}
            className="rounded-md border border-line bg-surface px-2 py-1 text-xs font-medium text-brand-ink hover:border-edge
              hover:bg-brand-soft"
          >
            {VARIABLES[name].label}
          </button>
        </Tooltip>
      ))}
    </fieldset>
  )
}

function CurrencyNotice({ body, onReplace }: { body: string; onReplace: (plain: string) => void }) {
  const plain = withoutDoubleCurrency(body)
  if (plain === undefined) return null
  return (
    <Notice tone="caution" title="The currency appears twice, for example NGNNGN50,000.00">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>Amounts already include NGN.</p>
        <Button size="small" onClick={() => onReplace(plain)}>
          Remove second NGN
        </Button>
      </div>
    </Notice>
  )
}

/** Warns about characters that shorten an SMS page, and replaces them. */
function AlphabetNotice({ looked, onReplace }: { looked: Checked; onReplace: (plain: string) => void }) {
  const { cheaper, length } = looked
  if (!cheaper) return null
  return (
    <Notice
      tone="caution"
      title={
        length.outsideGsm7.length > 0
          ? `With ${length.outsideGsm7.slice(0, 5).join(' and ')} a page holds 70 characters instead of 160`
          : 'Some characters have a plain replacement'
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          {pagesText(length.segments)} now, {pagesText(cheaper.segments)} with plain characters.
        </p>
        <Button size="small" onClick={() => onReplace(cheaper.body)}>
          {replacementText(length.outsideGsm7)}
        </Button>
      </div>
    </Notice>
  )
}

/** Length and cost of the text with example values. */
function Counter({ looked: { length } }: { looked: Checked }) {
  const price = useSection('sms')?.costPerSegment
  const { segments, unitsLeft, units, encoding } = length
  return (
    <dl
      aria-label="Length and cost"
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line text-[0.8125rem] sm:grid-cols-4"
    >
      {[
        { term: 'Pages', value: countText(segments), isMany: segments > 2 },
        { term: 'Characters', value: `${countText(units)}, ${countText(unitsLeft)} left` },
        {
          term: 'Alphabet',
          value: encoding === 'GSM-7' ? 'GSM-7 (plain)' : 'UCS-2 (more pages)',
          isMany: encoding === 'UCS-2',
        },
        {
          term: 'Cost per SMS',
          value: price === undefined ? 'Not available' : formatNaira(times(price, BigInt(segments))),
        },
      ].map(({ term, value, isMany }) => (
        <div key={term} className="bg-surface px-3 py-2">
          <dt className="text-muted">{term}</dt>
          <dd className={clsx('font-medium tabular-nums', isMany && 'text-caution')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
