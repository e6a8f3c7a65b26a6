import { CircleHelp } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { positionFloating } from './positionFloating.ts'

type Props = {
  /** What the button is called: "How Collected is measured". */
  label: string
  children: ReactNode
}

/** A small question mark that explains on demand, by click, tap or key; Esc or a click elsewhere closes it. */
export function Hint({ label, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        popoverTarget={id}
        className="-m-1.5 grid size-7 shrink-0 place-items-center rounded-full text-faint hover:bg-sunken hover:text-ink
          print:hidden"
      >
        <CircleHelp aria-hidden size={15} />
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        onToggle={event => {
          if (event.newState === 'open' && button.current && box.current)
            positionFloating(button.current, box.current, 'bottom', 'start')
        }}
        className="fixed inset-auto m-0 w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-raised p-4 text-left
          text-[0.8125rem] leading-5 font-normal text-ink shadow-float"
      >
        {children}
      </div>
    </>
  )
}

type Meaning = { term: string; means: string }

/** Several words explained in one hint: those of a table's columns or of a row's states. */
export const Meanings = ({ of }: { of: readonly Meaning[] }) => (
  <dl className="flex flex-col gap-1.5">
    {of.map(({ term, means }) => (
      <div key={term}>
        <dt className="font-semibold">{term}</dt>
        <dd>{means}</dd>
      </div>
    ))}
  </dl>
)
