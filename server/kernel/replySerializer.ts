import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod/mini'

/**
 * Serialises a reply. `z.encode` gives the same, but reads every field twice and compiles nothing: on a page of loans
 * it cost as much as reading the page. So the schema is inverted once, at the start, and every reply is parsed forward
 * by it.
 */

type Schema = z.core.$ZodType

/** Gives what writes a handler's reply as JSON: a field that should not be there, or an amount of the wrong kind, never leaves. */
export function replyWriter(reply: z.ZodMiniType): (value: unknown) => string {
  let leaving: Schema | undefined
  return value => {
    leaving ??= inverted(reply)
    return JSON.stringify(z.parse(leaving, value))
  }
}

/**
 * Gives what holds a reply that PostgreSQL wrote to its schema: read and written again it must be the same, so that neither a
 * field too many nor an amount or a moment in another form leaves.
 */
export const textCheck =
  (reply: z.ZodMiniType, write: (value: unknown) => string) =>
  (text: string): void => {
    const sent: unknown = JSON.parse(text)
    const again: unknown = JSON.parse(write(z.decode(reply, sent)))
    if (!isDeepStrictEqual(again, sent))
      throw new Error('a reply that PostgreSQL wrote is not what its schema would have made of it')
  }

const WHOLES: ReadonlySet<string> = new Set([
  'object',
  'array',
  'union',
  'record',
  'nullable',
  'optional',
  'default',
])

/** The schema that takes what the one given would make, and makes what that one would take. */
export function inverted(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const { checks = [] } = def
  if (checks.length > 0 && WHOLES.has(def.type))
    // rules of a whole are about what the program holds, so they are asked before its parts are written for the wire
    return z.pipe(
      changed(z.unknown(), { checks }) as z.ZodMiniType,
      inverted(changed(schema, { checks: [] })),
    )
  switch (def.type) {
    case 'object':
      // compiled, which a browser may not be asked to do
      return new z.core.$ZodObjectJIT({
        ...def,
        shape: Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, inverted(field)])),
      })
    case 'array':
      return changed(schema, { element: inverted(def.element) })
    case 'nullable':
    case 'optional':
    case 'default':
      return changed(schema, { innerType: inverted(def.innerType) })
    case 'union':
      return changed(schema, { options: def.options.map(inverted) })
    case 'record':
      return changed(schema, { valueType: inverted(def.valueType) })
    case 'pipe':
      return invertedCodec(def)
    case 'lazy':
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'never':
    case 'enum':
    case 'literal':
    case 'custom':
      return schema
    default:
      throw new Error(`a reply cannot be of the kind ${def.type} yet: say here how it leaves`)
  }
}

/** Here too the rules come first. */
function invertedCodec({ checks = [], reverseTransform, ...codec }: z.core.$ZodPipeDef): Schema {
  const out = codec.out as z.core.$ZodTypes
  if (!reverseTransform) throw new Error('a reply that was transformed on its way in cannot leave as it came')
  const held = changed(out, { checks: [...(out._zod.def.checks ?? []), ...checks] })
  // amounts are most of a page: with their one rule asked by itself it leaves in half the time
  const fits = out._zod.def.type === 'custom' && checks.length === 0 ? out._zod.def.fn : undefined
  return z.transform((value: unknown, payload) => {
    if (fits?.(value)) return reverseTransform(value, payload)
    const found = held._zod.run({ value, issues: [] }, { async: false })
    if (found instanceof Promise) throw new Error('a reply is checked at once')
    if (found.issues.length === 0) return reverseTransform(value, payload)
    payload.issues.push(...found.issues)
    return z.NEVER
  })
}

const changed = (schema: Schema, part: object): Schema =>
  z.core.clone(schema, { ...schema._zod.def, ...part })
