import { Hint } from './Hint.tsx'

type Props = {
  children: string
  /** What it means, in a sentence; absent where the name says it. */
  help?: string | undefined
}

/** What a figure is called, with what it means on demand. */
export function Term({ children, help }: Props) {
  if (!help) return children
  return (
    <span className="inline-flex items-center gap-2">
      {/* apart, so that the name alone is found and read */}
      <span>{children}</span>
      <Hint label={`What it means: ${children}`}>
        <p className="font-semibold">{children}</p>
        <p className="mt-1">{help}</p>
      </Hint>
    </span>
  )
}
