import { handlers } from '../server/app/api.ts'
import { act, type Program } from '../server/kernel/act.ts'
import type { Actor } from '../server/kernel/context.ts'

type Name = keyof typeof handlers
type Input<N extends Name> = Parameters<(typeof handlers)[N]>[1]
type Answer<N extends Name> = ReturnType<(typeof handlers)[N]>

/** What a person does at the screen, as the screen does it: one endpoint, one act. */
export type Caller = <N extends Name>(name: N, input: Input<N>) => Answer<N>

export const callerFor =
  (program: Program, actor: Actor): Caller =>
  (name, input) =>
    // the table types each pair; together they are a union that no call fits
    act(program, name, actor, ctx => handlers[name](ctx as never, input as never)) as never
