import type { Difference } from './sectionChanges.ts'

/** Table of changed values, before and after. */
export function Differences({ items, caption }: { items: readonly Difference[]; caption: string }) {
  if (items.length === 0) return <p className="text-muted">No changes.</p>
  return (
    <div className="overflow-x-auto rounded-lg border border-line">
      <table className="w-full text-[0.8125rem]">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line bg-canvas/60 text-left text-xs text-muted">
            <th scope="col" className="w-[28%] px-3 py-2 font-medium">
              Field
            </th>
            <th scope="col" className="w-[36%] px-3 py-2 font-medium">
              Before
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody className="ruled">
          {items.map(({ what, before, after }) => (
            <tr key={what} className="align-top">
              <th scope="row" className="px-3 py-2 text-left font-medium">
                {what}
              </th>
              <td className="px-3 py-2 whitespace-pre-line text-muted">{before ?? 'None'}</td>
              <td className="px-3 py-2 whitespace-pre-line">{after ?? 'Removed'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
