import { api } from '../../../contract/api.ts'

/** Every audited write of the contract leaves entries under its own name; a change kept for a second person, one more. */
export const ACTS: readonly string[] = [
  'approvalAsk',
  ...Object.entries(api)
    .filter(([, endpoint]) => endpoint.method !== 'GET' && !('unaudited' in endpoint))
    .map(([name]) => name),
]
