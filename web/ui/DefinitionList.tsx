import type { ReactNode } from 'react'

export type Definition = { term: string; value: ReactNode }

/** Facts about one thing: names on the left, values on the right. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className="ruled">
      {items.map(({ term, value }) => (
        <div key={term} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[12rem_1fr]">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words">{value ?? <span className="text-faint">Not provided</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
