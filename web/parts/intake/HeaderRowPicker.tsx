import clsx from 'clsx'
import { intakeApi } from '../../../contract/intake.ts'
import { useAct } from '../../api.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { useMay } from '../currentUser.ts'
import { type Layout, WHY_COVERED } from './intakeWords.ts'
import { formatText } from './mapping.ts'

type Props = { id: string; layout: Layout; whyNot: string | undefined }

const SHOWN_CELLS = 12

/** The file as it begins, with the line that names the columns marked; another line or sheet can be chosen. */
export function HeaderRowPicker({ id, layout, whyNot }: Props) {
  const look = useAct(intakeApi.intakeLayout)
  const mayReveal = useMay('personal.reveal')
  const { sheets, sheet, headerLine, head } = layout
  const shown = sheet === null ? head : head.filter(line => line.sheet === sheet)
  const choose = (change: { sheet?: number | null; headerLine: number }): void => {
    if (!whyNot) look.mutate({ id, sheet, ...change })
  }
  const firstLineOf = (at: number | null): number =>
    head.find(line => at === null || line.sheet === at)?.line ?? 1
  const wide = Math.min(SHOWN_CELLS, Math.max(...shown.map(line => line.cells.length), 1))
  return (
    <Card
      flush
      title="The file begins like this"
      actions={
        sheets.length > 1 && (
          <SheetSelect
            layout={layout}
            disabled={whyNot !== undefined}
            onChoose={at => choose({ sheet: at, headerLine: firstLineOf(at) })}
          />
        )
      }
    >
      <p className="border-b border-line px-5 py-3 text-muted">
        {formatText(layout)}.{' '}
        {headerLine === null
          ? 'No line names its columns: mark the one that does.'
          : `Line ${headerLine} names the columns; what stands above it is left out.`}
        {!mayReveal && ` ${WHY_COVERED}`}
      </p>
      {look.error && (
        <div className="border-b border-line p-4">
          <Notice tone="negative">{look.error.message}</Notice>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label="First lines of the file" tabIndex={0} className="overflow-x-auto">
        <table className="w-full text-xs whitespace-nowrap">
          <caption className="sr-only">First lines of the file</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Header</th>
              {Array.from({ length: wide }, (_, index) => `Column ${index + 1}`).map(title => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="ruled">
            {shown.map(line => {
              const isHeader = line.line === headerLine && line.sheet === (sheet ?? shown[0]?.sheet)
              return (
                <HeadLine
                  key={`${line.sheet} ${line.line}`}
                  {...{ line, wide, isHeader }}
                  isLeftOut={!isHeader && headerLine !== null && line.line < headerLine}
                  disabled={whyNot !== undefined || look.isPending}
                  onMark={() => choose({ headerLine: line.line })}
                />
              )
            })}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

type SheetProps = { layout: Layout; disabled: boolean; onChoose: (sheet: number | null) => void }

/** Only sheets whose lines are shown can be chosen: nobody should name a header unseen. */
function SheetSelect({ layout: { sheets, sheet, head }, disabled, onChoose }: SheetProps) {
  const seen = new Set(head.map(line => line.sheet))
  return (
    <Select
      className="flex-row! items-center gap-2 max-sm:w-full"
      label="Sheet"
      disabled={disabled}
      value={sheet === null ? '' : String(sheet)}
      placeholder="All sheets, one under the other"
      options={sheets.flatMap(({ name, hidden }, index) =>
        seen.has(index) ? [{ value: String(index), label: hidden ? `${name} (hidden)` : name }] : [],
      )}
      onChange={event => onChoose(event.target.value === '' ? null : Number.parseInt(event.target.value, 10))}
    />
  )
}

type LineProps = {
  line: Layout['head'][number]
  /** So many cells, whatever the line has. */
  wide: number
  isHeader: boolean
  /** It stands above the header. */
  isLeftOut: boolean
  disabled: boolean
  onMark: () => void
}

function HeadLine({ line, wide, isHeader, isLeftOut, disabled, onMark }: LineProps) {
  return (
    <tr className={clsx(isHeader && 'bg-brand-soft font-semibold text-brand-ink', isLeftOut && 'text-faint')}>
      <td className="sticky left-0 bg-inherit py-1.5 pr-3 pl-5">
        <label className="flex items-center gap-2 tabular-nums">
          <input
            type="radio"
            name="header line"
            className="accent-brand"
            checked={isHeader}
            disabled={disabled}
            onChange={onMark}
          />
          Line {line.line}
        </label>
      </td>
      {Array.from({ length: wide }, (_, index) => index).map(index => (
        <td key={index} className="max-w-44 truncate px-3 py-1.5">
          {line.cells[index]}
        </td>
      ))}
    </tr>
  )
}
