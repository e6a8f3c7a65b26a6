import { Plus, Trash2 } from 'lucide-react'
import { formatNaira, type Kobo, kobo, parseNaira, sum, ZERO } from '../../../../engine/money.ts'
import { nairaText } from '../../../parts/figures.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Combobox } from '../../../ui/Combobox.tsx'
import type { Option } from '../../../ui/Select.tsx'

/** A line as it is typed: an amount on one side. */
export type DraftLine = { key: number; code: string; debit: string; credit: string }

export const NEW_LINES: readonly DraftLine[] = [
  { key: 1, code: '', debit: '', credit: '' },
  { key: 2, code: '', debit: '', credit: '' },
]

const amountIn = (typed: string): Kobo => parseNaira(typed) ?? ZERO

/** As it is sent: a debit is positive. */
export const sentLines = (lines: readonly DraftLine[]) =>
  lines.map(({ code, debit, credit }) => ({
    code: Number(code),
    amount: String(amountIn(debit) - amountIn(credit)),
  }))

export function lineProblems(lines: readonly DraftLine[]): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [index, { code, debit, credit }] of lines.entries()) {
    if (code === '') problems[`lines.${index}.code`] = 'Choose an account'
    if (debit.trim() !== '' && credit.trim() !== '')
      problems[`lines.${index}.amount`] = 'Enter a debit or a credit, not both'
    else if (amountIn(debit) <= 0n && amountIn(credit) <= 0n)
      problems[`lines.${index}.amount`] = 'Enter a debit or a credit'
  }
  return problems
}

type Props = {
  lines: readonly DraftLine[]
  options: readonly Option[]
  errors: Readonly<Record<string, string>>
  onChange: (lines: readonly DraftLine[]) => void
}

export function JournalLines({ lines, options, errors, onChange }: Props) {
  const debits = sum(lines.map(({ debit }) => amountIn(debit)))
  const credits = sum(lines.map(({ credit }) => amountIn(credit)))
  const off = kobo(debits - credits)
  const change = (key: number, part: Partial<DraftLine>): void =>
    onChange(lines.map(line => (line.key === key ? { ...line, ...part } : line)))
  /** The amount that is still missing stands in the new line. */
  const add = (): void =>
    onChange([
      ...lines,
      {
        key: 1 + Math.max(...lines.map(({ key }) => key)),
        code: '',
        debit: off < 0n ? nairaText(kobo(-off)) : '',
        credit: off > 0n ? nairaText(off) : '',
      },
    ])
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Lines</legend>
      <div className="flex flex-col gap-3">
        {lines.map((line, index) => (
          <div
            key={line.key}
            className="grid items-start gap-3 rounded-lg border border-line p-3 sm:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem_2.25rem]"
          >
            <Combobox
              label="Account"
              name={`lines.${index}.code`}
              options={options}
              value={line.code}
              error={errors[`lines.${index}.code`]}
              placeholder="Code or title"
              onChange={code => change(line.key, { code })}
            />
            <MoneyField
              label="Debit"
              name={`lines.${index}.amount`}
              value={line.debit}
              error={errors[`lines.${index}.amount`]}
              onChange={debit => change(line.key, { debit })}
            />
            <MoneyField
              label="Credit"
              value={line.credit}
              onChange={credit => change(line.key, { credit })}
            />
            <div className="sm:pt-6">
              {lines.length > 2 && (
                <IconButton
                  label={`Remove line ${index + 1}`}
                  onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
                >
                  <Trash2 aria-hidden size={17} />
                </IconButton>
              )}
            </div>
          </div>
        ))}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button size="small" icon={<Plus aria-hidden size={15} />} onClick={add}>
            Add line
          </Button>
          <p role="status" className="text-muted tabular-nums">
            Debits {formatNaira(debits)}, credits {formatNaira(credits)}
            {off !== ZERO && (
              <span className="text-negative"> · differ by {formatNaira(off > 0n ? off : kobo(-off))}</span>
            )}
          </p>
        </div>
        {errors.lines && (
          <p role="alert" className="text-negative">
            {errors.lines}
          </p>
        )}
      </div>
    </fieldset>
  )
}
