import { TemplateText } from './TemplateText.tsx'
import { wordDiff } from './wordDiff.ts'

/** One text against the other: what went is struck out, what came is underlined; never by colour alone. */
export function BodyDiff({ before, after }: { before: string; after: string }) {
  return wordDiff(before, after).map(({ kind, text }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'removed')
      return (
        <del key={key} className="rounded bg-negative-soft box-decoration-clone px-0.5 text-negative">
          <TemplateText body={text} />
        </del>
      )
    if (kind === 'added')
      return (
        <ins key={key} className="rounded bg-positive-soft box-decoration-clone px-0.5 text-positive">
          <TemplateText body={text} />
        </ins>
      )
    return (
      <span key={key}>
        <TemplateText body={text} />
      </span>
    )
  })
}
