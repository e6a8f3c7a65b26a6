import { api } from '../../../contract/api.ts'

/**
 * Every audited write of the contract leaves entries under its own name; a change that is kept for a second
 * person leaves one more.
 */
export const ACTS: readonly string[] = [
  'approvalAsk',
  ...Object.entries(api)
    .filter(([, endpoint]) => endpoint.method !== 'GET' && !('unaudited' in endpoint))
    .map(([name]) => name),
]
