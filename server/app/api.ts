import type { api } from '../../contract/api.ts'
import type { Handlers } from '../kernel/context.ts'
import { lending } from './handlers/lending.ts'
import { messages } from './handlers/messages.ts'
import { office } from './handlers/office.ts'

/** Endpoint → function: one without its function does not compile. */
export const handlers = { ...office, ...lending, ...messages } satisfies Handlers<typeof api>
