import { VARIABLES, type VariableName } from '../../../contract/messaging.ts'

const isKnown = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name)

/** A body with its variables set apart, so that one reads what is the same for all and what is not. */
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
