import clsx from 'clsx'
import { intakeApi } from '../../../contract/intake.ts'
import { useAct } from '../../api.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { useMay } from '../currentUser.ts'
import { type Layout, WHY_MASKED } from './intakeWords.ts'
import { formatText } from './mapping.ts'

type Props = { id: string; layout: Layout; whyNot: string | undefined }

const SHOWN_CELLS = 12

/** First lines of the file with the header line marked; another line or sheet can be chosen. */
export function HeaderRowPicker({ id, layout, whyNot }: Props) {
  const readLayout = useAct(intakeApi.intakeLayout)
  const mayReveal = useMay('personal.reveal')
  const { sheets, sheet, headerLine, head } = layout
  const shown = sheet === null ? head : head.filter(line => line.sheet === sheet)
  const choose = (change: { sheet?: number | null; headerLine: number }): void => {
    if (!whyNot) readLayout.mutate({ id, sheet, ...change })
  }
  const firstLineOf = (at: number | null): number =>
    head.find(line => at === null || line.sheet === at)?.line ?? 1
  const wide = Math.min(SHOWN_CELLS, Math.max(...shown.map(line => line.cells.length), 1))
  return (
    <Card
      flush
      title="First lines of the file"
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
          ? 'No header line found. Select the line with the column names.'
          : `Line ${headerLine} has the column names. Lines above it are skipped.`}
        {!mayReveal && ` ${WHY_MASKED}`}
      </p>
      {readLayout.error && (
        <div className="border-b border-line p-4">
          <Notice tone="negative">{readLayout.error.message}</Notice>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section aria-label="Lines and columns" tabIndex={0} className="overflow-x-auto">
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
                  isSkipped={!isHeader && headerLine !== null && line.line < headerLine}
                  disabled={whyNot !== undefined || readLayout.isPending}
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

/** Offers only sheets whose first lines are shown. */
function SheetSelect({ layout: { sheets, sheet, head }, disabled, onChoose }: SheetProps) {
  const seen = new Set(head.map(line => line.sheet))
  return (
    <Select
      className="flex-row! items-center gap-2 max-sm:w-full"
      label="Sheet"
      disabled={disabled}
      value={sheet === null ? '' : String(sheet)}
      placeholder="All sheets"
      options={sheets.flatMap(({ name, hidden }, index) =>
        seen.has(index) ? [{ value: String(index), label: hidden ? `${name} (hidden)` : name }] : [],
      )}
      onChange={event => onChoose(event.target.value === '' ? null : Number.parseInt(event.target.value, 10))}
    />
  )
}

type LineProps = {
  line: Layout['head'][number]
  /** Number of cells to draw. */
  wide: number
  isHeader: boolean
  /** The line is above the header. */
  isSkipped: boolean
  disabled: boolean
  onMark: () => void
}

function HeadLine({ line, wide, isHeader, isSkipped, disabled, onMark }: LineProps) {
  return (
    <tr className={clsx(isHeader && 'bg-brand-soft font-semibold text-brand-ink', isSkipped && 'text-faint')}>
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
