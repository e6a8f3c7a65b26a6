import clsx from 'clsx'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './Button.tsx'
import { raiseToasts } from './toast.ts'

export type Command = {
  id: string
  title: string
  hint?: string
  icon?: ReactNode
  /** Changes something: not begun by Enter alone, before a word was typed or an arrow pressed. */
  isCareful?: boolean
  onSelect: () => void
}
export type CommandGroup = { title: string; commands: readonly Command[] }
/** Why something that fits may be missing. */
export type PaletteProblem = { text: string; onRetry?: () => void }

type Props = {
  typed: string
  onType: (typed: string) => void
  /** What fits what was typed, best first; the caller searches. */
  groups: readonly CommandGroup[]
  searching?: boolean
  problem?: PaletteProblem | undefined
  placeholder: string
  onClose: () => void
}

/**
 * A box to type into and a list to choose from; it knows neither pages nor records. It covers the page and keeps the keyboard by
 * itself: a modal dialog makes the browser go through everything under it once more before the first letter shows.
 */
export function CommandPalette(props: Props) {
  const { typed, onType, groups, searching = false, problem, placeholder, onClose } = props
  const id = useId()
  const cover = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const close = useRef(onClose)
  const [chosen, setChosen] = useState<string>()
  const all = groups.flatMap(group => group.commands)
  // by its name: what is found later may come to stand above what was chosen
  const isOpenQuestion = typed === '' && all[0]?.isCareful === true
  const at = Math.max(
    all.findIndex(command => command.id === chosen),
    isOpenQuestion ? -1 : 0,
  )
  const active = all[at]

  // Closed before the element goes, or the focus would not come back to where it was.
  useLayoutEffect(() => {
    // drawn aside, it may come after a dialog that was asked for later, and under that nothing can be reached
    if (document.querySelector('dialog[open]')) return close.current()
    const element = cover.current
    element?.showPopover?.()
    box.current?.focus({ preventScroll: true })
    raiseToasts()
    return () => element?.hidePopover?.()
  }, [])
  useEffect(() => {
    cover.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  const choose = (command: Command | undefined): void => {
    if (!command) return
    onClose()
    command.onSelect()
  }
  const keyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      // from nowhere, up leads to the last and down to the first
      const next = at < 0 && step < 0 ? -1 : at + step
      setChosen(all[(next + all.length) % Math.max(all.length, 1)]?.id)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(active)
    }
  }
  // where one clicks or taps, the keyboard stays in the box, and goes from it back to where it was
  const keepFocus = (event: MouseEvent): void => {
    if (event.target !== box.current) event.preventDefault()
  }
  return (
    <div
      ref={cover}
      popover="auto"
      // said a moment after, when the next panel may stand here already
      onToggle={event => event.target === cover.current && event.newState === 'closed' && onClose()}
      className="cover fixed inset-0 z-50 m-0 size-full max-h-none max-w-none border-0 px-4 pt-[12vh]"
    >
      <div aria-hidden onMouseDown={keepFocus} onClick={onClose} className="absolute inset-0" />
      <div
        role="dialog"
        aria-modal="true"
        aria-label="Search"
        onMouseDown={keepFocus}
        onKeyDown={event => {
          if (event.key === 'Tab') goRound(event)
          if (event.key !== 'Escape') return
          event.preventDefault()
          onClose()
        }}
        className="relative mx-auto w-full max-w-xl overflow-hidden rounded-2xl bg-raised text-ink shadow-float"
      >
        <input
          ref={box}
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active ? `${id}-${active.id}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed}
          onChange={event => {
            onType(event.target.value)
            setChosen(undefined)
          }}
          onKeyDown={keyDown}
          className="h-14 w-full border-b border-line bg-transparent px-5 text-base outline-none placeholder:text-faint"
        />
        <Results {...{ id, groups, active }} onPoint={command => setChosen(command.id)} onChoose={choose} />
        <Outcome {...{ typed, searching, problem }} found={all.length} onAgain={() => box.current?.focus()} />
      </div>
    </div>
  )
}

/** Tab stays within. */
function goRound(event: KeyboardEvent<HTMLElement>): void {
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const next = stops.indexOf(event.target as HTMLElement) + (event.shiftKey ? -1 : 1)
  stops.at(next % stops.length)?.focus()
}

type OutcomeProps = {
  found: number
  searching: boolean
  problem: PaletteProblem | undefined
  typed: string
  /** Before the button goes, and the focus with it. */
  onAgain: () => void
}

/** Said aloud in any case; to be seen where the list by itself does not tell. */
function Outcome({ found, searching, problem, typed, onAgain }: OutcomeProps) {
  const again = (): void => {
    onAgain()
    problem?.onRetry?.()
  }
  const isAnnounced = found > 0 && !searching && !problem
  return (
    <div
      className={clsx(
        isAnnounced
          ? 'sr-only'
          : 'flex flex-wrap items-center justify-center gap-x-4 gap-y-2 px-5 text-muted',
        !isAnnounced && (found > 0 ? 'border-t border-line py-3 text-[0.8125rem]' : 'pt-2 pb-8'),
      )}
    >
      <p role="status" className={clsx(problem && !searching && 'text-negative')}>
        {outcomeText(found, searching, typed, problem)}
      </p>
      {problem?.onRetry && !searching && (
        <Button size="small" onClick={again}>
          Try again
        </Button>
      )}
    </div>
  )
}

function outcomeText(found: number, searching: boolean, typed: string, problem?: PaletteProblem): string {
  if (searching) return 'Searching…'
  if (problem) return problem.text
  if (found > 0) return found === 1 ? '1 result' : `${found} results`
  return `Nothing found for “${typed}”.`
}

type ResultsProps = Omit<GroupProps, 'group' | 'titleId'> & { groups: readonly CommandGroup[] }

function Results({ id, groups, ...rest }: ResultsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Results"
      className="max-h-[50vh] overflow-y-auto overscroll-contain p-2"
    >
      {groups.map((group, at) => (
        // a title may be of several words, and an id must not be
        <Group key={group.title} id={id} titleId={`${id}-group-${at}`} group={group} {...rest} />
      ))}
    </div>
  )
}

type GroupProps = {
  id: string
  titleId: string
  group: CommandGroup
  active: Command | undefined
  onPoint: (command: Command) => void
  onChoose: (command: Command) => void
}

function Group({ id, titleId, group, active, onPoint, onChoose }: GroupProps) {
  if (group.commands.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options with role group
    <div role="group" aria-labelledby={titleId} className="not-first:mt-2">
      <div id={titleId} className="px-3 pt-1.5 pb-1 text-xs font-medium text-faint">
        {group.title}
      </div>
      {group.commands.map(command => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, aria-activedescendant points here
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
        <div
          key={command.id}
          id={`${id}-${command.id}`}
          role="option"
          aria-selected={command === active}
          onPointerMove={() => onPoint(command)}
          onClick={() => onChoose(command)}
          className="flex items-center gap-3 rounded-lg px-3 py-2.5 aria-selected:bg-brand-soft aria-selected:text-brand-ink"
        >
          <span aria-hidden className="text-faint [&>svg]:size-[1.125rem]">
            {command.icon}
          </span>
          {/* on a phone the hint is below the title, which would be cut beside it */}
          <span className="flex min-w-0 flex-1 items-center gap-x-3 max-sm:flex-col max-sm:items-start">
            <span className="max-w-full truncate font-medium sm:flex-1">{command.title}</span>
            {command.hint && <span className="max-w-full truncate text-xs text-muted">{command.hint}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}
