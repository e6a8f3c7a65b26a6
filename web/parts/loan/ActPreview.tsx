import clsx from 'clsx'
import { Info, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { loanStatusLabel } from '../../../contract/labels.ts'
import { ledgerApi } from '../../../contract/ledger.ts'
import { formatNaira, type Kobo, sum } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../figures.ts'
import { LinesTable } from './JournalList.tsx'
import { Amount } from './LoanBadges.tsx'
import { COMPONENT_WORDS, COMPONENTS, componentWord, type LoanPreview } from './loanWords.ts'

type Figures = LoanPreview['before']
type Line = { term: string; of: (figures: Figures) => string; strong?: boolean; part?: boolean }

const day = (at: string | null): string => (at === null ? 'None' : dayText(at))

const LINES: readonly Line[] = [
  { term: 'Status', of: each => loanStatusLabel(each.status) },
  { term: 'Outstanding balance', of: each => formatNaira(each.outstandingTotal), strong: true },
  ...COMPONENTS.map(component => ({
    term: COMPONENT_WORDS[component],
    of: (each: Figures) => formatNaira(each.outstanding[component]),
    part: true,
  })),
  { term: 'Arrears', of: each => formatNaira(each.arrears) },
  { term: 'Credit balance', of: each => formatNaira(each.credit) },
  { term: 'Instalment', of: each => formatNaira(each.instalment) },
  { term: 'Instalments left', of: each => String(each.instalmentsLeft) },
  { term: 'Next due', of: each => day(each.nextDueOn) },
  { term: 'Last due', of: each => day(each.lastDueOn) },
]

type Props = {
  preview: LoanPreview
  /** Beside a form: allocation and changed figures only. */
  brief?: true
  /** The date of the action: in a closed period it is posted today. */
  on?: string | undefined
}

/** The server's preview of an action: figures before and after, allocation, journal entry. */
export function ActPreview({ preview, brief, on }: Props) {
  const periods = useApi(ledgerApi.ledgerPeriodList, {}, { enabled: on !== undefined })
  const through = periods.data?.closedThrough
  const { before, after, allocation, lines, notes, secondPerson } = preview
  return (
    <div className="flex flex-col gap-5">
      <ul className="flex flex-col gap-2">
        <Note icon={<Users aria-hidden size={16} />} tone={secondPerson ? 'caution' : 'positive'}>
          {secondPerson
            ? 'Needs approval before it is posted.'
            : 'Takes effect immediately. No approval needed.'}
        </Note>
        {on && through && on <= through && (
          <Note icon={<Info aria-hidden size={16} />} tone="caution">
            The ledger is closed through {dayText(through)}. This is posted today, as an adjustment for{' '}
            {dayText(on)}.
          </Note>
        )}
        {notes.map(note => (
          <Note key={note} icon={<Info aria-hidden size={16} />} tone="notice">
            {note}
          </Note>
        ))}
      </ul>
      {brief && allocation.length > 0 && <Allocation slices={allocation} />}
      <Compared before={before} after={after} onlyChanged={brief === true} />
      {!brief && allocation.length > 0 && <Allocation slices={allocation} />}
      {!brief && (
        <Part title="Journal entry">
          {lines.length > 0 ? (
            <LinesTable lines={lines.map(line => ({ ...line, title: `${line.title} (${line.code})` }))} />
          ) : (
            <p className="text-muted">No journal entry: no money moves.</p>
          )}
        </Part>
      )}
    </div>
  )
}

const NOTE_TONES = {
  caution: 'bg-caution-soft text-caution',
  positive: 'bg-positive-soft text-positive',
  notice: 'bg-notice-soft text-notice',
}

function Note({
  icon,
  tone,
  children,
}: {
  icon: ReactNode
  tone: keyof typeof NOTE_TONES
  children: ReactNode
}) {
  return (
    <li className={clsx('flex items-start gap-2.5 rounded-lg px-3 py-2', NOTE_TONES[tone])}>
      <span className="mt-0.5 shrink-0">{icon}</span>
      {children}
    </li>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-[0.8125rem] font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** A scrollable frame that takes the focus, so that it can be scrolled by keyboard. */
function Scroller({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div tabIndex={0} className="max-h-112 overflow-auto rounded-lg border border-line">
      {children}
    </div>
  )
}

const cell = 'px-3 py-1.5 text-right whitespace-nowrap tabular-nums'

function Compared({ before, after, onlyChanged }: { before: Figures; after: Figures; onlyChanged: boolean }) {
  const shown = LINES.filter(line => {
    const [was, is] = [line.of(before), line.of(after)]
    return onlyChanged ? was !== is : !line.part || was !== '₦0.00' || is !== '₦0.00'
  })
  return (
    <Part title="Before and after">
      <Scroller>
        <table className="w-full text-[0.8125rem]">
          <caption className="sr-only">The loan before and after</caption>
          <thead>
            <tr className="border-b border-line bg-canvas/60 text-xs text-muted">
              <td />
              <th scope="col" className={`${cell} font-medium`}>
                Before
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                After
              </th>
            </tr>
          </thead>
          <tbody className="ruled">
            {shown.map(line => {
              const [was, is] = [line.of(before), line.of(after)]
              const isSame = was === is
              return (
                <tr key={line.term}>
                  <th
                    scope="row"
                    className={clsx(
                      'px-3 py-1.5 text-left',
                      line.part && 'pl-7',
                      line.strong ? 'font-medium' : 'font-normal text-muted',
                    )}
                  >
                    {line.term}
                  </th>
                  <td className={clsx(cell, isSame ? 'text-faint' : 'text-muted')}>{was}</td>
                  <td className={clsx(cell, isSame ? 'text-faint' : 'font-medium')}>
                    {!isSame && (
                      <>
                        <span
                          aria-hidden
                          className="mr-1.5 inline-block size-1.5 rounded-full bg-brand align-middle"
                        />
                        <span className="sr-only">Changed: </span>
                      </>
                    )}
                    {is}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scroller>
    </Part>
  )
}

type Slice = LoanPreview['allocation'][number]

/** One row per instalment, one column per component. */
function Allocation({ slices }: { slices: readonly Slice[] }) {
  const components = COMPONENTS.filter(each => slices.some(slice => slice.component === each))
  const instalments = [...new Set(slices.map(slice => slice.instalment))].toSorted((a, b) => a - b)
  const amountOf = (fits: (slice: Slice) => boolean): Kobo =>
    sum(slices.filter(fits).map(slice => slice.amount))
  return (
    <Part title="Allocation">
      <Scroller>
        <table className="w-full text-[0.8125rem]">
          <caption className="sr-only">Allocation by instalment and component</caption>
          <thead className="sticky top-0 bg-raised shadow-[0_1px_0_var(--line)]">
            <tr className="text-xs text-muted">
              <th scope="col" className="px-3 py-1.5 text-left font-medium">
                Instalment
              </th>
              {components.map(each => (
                <th key={each} scope="col" className={`${cell} font-medium`}>
                  {componentWord(each)}
                </th>
              ))}
              <th scope="col" className={`${cell} font-medium`}>
                Total
              </th>
            </tr>
          </thead>
          <tbody className="ruled">
            {instalments.map(n => (
              <tr key={n}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {n}
                </th>
                {components.map(each => {
                  const amount = amountOf(slice => slice.instalment === n && slice.component === each)
                  return (
                    <td key={each} className={cell}>
                      <Amount value={amount} />
                    </td>
                  )
                })}
                <td className={`${cell} font-medium`}>
                  {formatNaira(amountOf(slice => slice.instalment === n))}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot className="sticky bottom-0 bg-raised font-semibold shadow-[0_-1px_0_var(--line)]">
            <tr>
              <th scope="row" className="px-3 py-1.5 text-left font-semibold">
                Total
              </th>
              {components.map(each => (
                <td key={each} className={cell}>
                  {formatNaira(amountOf(slice => slice.component === each))}
                </td>
              ))}
              <td className={cell}>{formatNaira(amountOf(() => true))}</td>
            </tr>
          </tfoot>
        </table>
      </Scroller>
    </Part>
  )
}
