import { type ReactNode, useEffect, useRef } from 'react'
import { Actions } from './Button.tsx'
import { Unbroken } from './Unbroken.tsx'

/** On the very first page nothing moves the focus, so that Tab starts at the skip link. */
let arrived = false

type Props = {
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  actions?: ReactNode
  /** The way back, such as a link to the list. */
  back?: ReactNode
  centred?: boolean
}

/** The one h1 of a page. It names the window and takes the focus when a person arrives from another page. */
export function PageHeading({ title, description, actions, back, centred = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Iroko`
  }, [title])
  useEffect(() => {
    const fieldHasFocus = heading.current?.closest('main')?.contains(document.activeElement) ?? false
    if (arrived && !fieldHasFocus) {
      heading.current?.focus({ preventScroll: true })
      // a screen that only the query names (a row behind a figure, one template) begins at its top, too
      if (window.scrollY > 0) window.scrollTo(0, 0)
    }
    arrived = true
  }, [])
  return (
    <div className={centred ? 'mb-6 text-center' : 'mb-4 flex flex-wrap items-start gap-x-6 gap-y-4'}>
      <div className={centred ? '' : 'min-w-0 flex-1 basis-64'}>
        {back && <div className="mb-1.5 text-[0.8125rem]">{back}</div>}
        <h1 ref={heading} tabIndex={-1} className="text-[1.375rem] leading-7 font-semibold tracking-tight">
          <Unbroken>{title}</Unbroken>
        </h1>
        {description && <p className="mt-1 max-w-4xl text-pretty text-muted">{description}</p>}
      </div>
      {actions && <Actions>{actions}</Actions>}
    </div>
  )
}
