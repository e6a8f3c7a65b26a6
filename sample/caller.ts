import { z } from 'zod/mini'
import { api } from '../contract/api.ts'
import type { Reply } from '../contract/endpoint.ts'
import { handlers } from '../server/app/api.ts'
import { act, type Program } from '../server/kernel/act.ts'
import type { Actor } from '../server/kernel/context.ts'
import { JsonText } from '../server/kernel/jsonText.ts'

type Name = keyof typeof handlers
type Input<N extends Name> = Parameters<(typeof handlers)[N]>[1]
type Answer<N extends Name> = Promise<Reply<(typeof api)[N]>>

/** What a person does at the screen, as the screen does it: one endpoint, one act. */
export type Caller = <N extends Name>(name: N, input: Input<N>) => Answer<N>

export const callerFor =
  (program: Program, actor: Actor): Caller =>
  // the table types each pair; together they are a union that no call fits
  (name, input) =>
    act(program, name, actor, async ctx => {
      const result: unknown = await handlers[name](ctx as never, input as never)
      return result instanceof JsonText ? z.decode(api[name].reply, JSON.parse(result.text)) : result
    }) as never
