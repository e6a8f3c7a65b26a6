import { VARIABLES, type VariableName } from '../../../contract/messaging.ts'
import { wordDiff } from './wordDiff.ts'

/** Differences of two texts: removed text is struck out, added text is underlined. */
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

const isKnown = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name)

/** A template text with its variables highlighted. */
export function TemplateText({ body }: { body: string }) {
  const parts = body.split(/(\{\{[^{}]*\}\})/)
  return parts.map((part, place) => {
    const key = `${place} ${part}`
    const name = /^\{\{(.*)\}\}$/.exec(part)?.[1]?.trim()
    if (name === undefined) return part
    return (
      <span key={key} className="rounded bg-brand-soft box-decoration-clone px-1 py-0.5 text-brand-ink">
        {isKnown(name) ? VARIABLES[name].label : name}
      </span>
    )
  })
}
