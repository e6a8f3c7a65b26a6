import { api } from '../../../contract/api.ts'

/**
 * Names of audited actions: every write of the contract, and the submission for approval.
 */
export const ACTS: readonly string[] = [
  'approvalAsk',
  ...Object.entries(api)
    .filter(([, endpoint]) => endpoint.method !== 'GET' && !('unaudited' in endpoint))
    .map(([name]) => name),
]
