import clsx from 'clsx'
import { lazy, Suspense } from 'react'
import {
  type Change,
  changesBetween,
  type Identifiers,
  isIdentifier,
  type Json,
  valueText,
  wordsOf,
} from '../../contract/trail.ts'

const ReasonText = lazy(() => import('./ReasonText.tsx'))

const MARKS: Record<Change['kind'], { sign: string; said: string; look: string }> = {
  added: { sign: '+', said: 'Added', look: 'text-positive' },
  removed: { sign: '−', said: 'Removed', look: 'text-negative' },
  changed: { sign: '~', said: 'Changed', look: 'text-caution' },
  same: { sign: '', said: 'Unchanged', look: '' },
}

type Props = {
  before: Json | null
  after: Json | null
  /** What a field is called, where its name in the record does not say it well. */
  wordsFor?: (path: string) => string
  /** Only these fields, in this order. */
  changes?: readonly Change[]
  identifiers?: Identifiers | undefined
}

/** On a phone the field heads its two values: three columns would break every amount. */
const stacked = 'max-sm:grid max-sm:grid-cols-2'

/** Before and after, field by field; what stayed the same stands below, in grey. */
export function ChangesTable({
  before,
  after,
  wordsFor = wordsOf,
  identifiers = 'short',
  changes = changesBetween(before, after),
}: Props) {
  if (changes.length === 0) return <p className="text-muted">This act recorded no fields of the record.</p>
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <table className="w-full table-fixed text-[0.8125rem] max-sm:block">
        <caption className="sr-only">What changed</caption>
        <thead className="max-sm:block">
          <tr className={clsx('border-b border-line bg-canvas/60 text-left text-xs text-muted', stacked)}>
            <th scope="col" className="w-[34%] px-3 py-2 font-medium max-sm:sr-only">
              Field
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              Before
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody className="ruled max-sm:block">
          {changes.map(change => (
            <ChangedField key={change.path} words={wordsFor(change.path)} {...{ change, identifiers }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type FieldProps = { change: Change; words: string; identifiers: Identifiers }

function ChangedField({ change: { path, kind, before, after }, words, identifiers }: FieldProps) {
  const { sign, said, look } = MARKS[kind]
  const isSame = kind === 'same'
  return (
    <tr className={clsx('align-top', stacked, isSame && 'text-faint')}>
      <th scope="row" className="px-3 py-2 text-left font-medium break-words max-sm:col-span-2 max-sm:pb-0">
        <span aria-hidden className={clsx('mr-1.5 inline-block w-2 font-mono', look)}>
          {sign}
        </span>
        {words || 'Value'}
        <span className="sr-only"> ({said})</span>
      </th>
      <td className="min-w-0 px-3 py-2 break-words">
        <Value
          {...{ path, identifiers }}
          value={before}
          look={isSame || before === undefined ? '' : 'bg-negative-soft text-negative'}
        />
      </td>
      <td className="min-w-0 px-3 py-2 break-words">
        <Value
          {...{ path, identifiers }}
          value={after}
          look={isSame || after === undefined ? '' : 'bg-positive-soft text-positive'}
        />
      </td>
    </tr>
  )
}

type ValueProps = { path: string; value: Json | undefined; look: string; identifiers: Identifiers }

function Value({ path, value, look, identifiers }: ValueProps) {
  const text = valueText(value, path, identifiers)
  const isAmount = /^\S?₦\S+$/.test(text)
  return (
    <span
      className={clsx(
        'rounded',
        look && 'box-decoration-clone px-1 py-0.5',
        isAmount && 'whitespace-nowrap',
        look,
      )}
      title={isIdentifier(value) ? value : undefined}
    >
      {typeof value === 'string' && path.endsWith('reasonCode') ? (
        <Suspense fallback={text}>
          <ReasonText code={value} />
        </Suspense>
      ) : (
        text
      )}
    </span>
  )
}
