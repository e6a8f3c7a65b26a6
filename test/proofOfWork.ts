import { createHash } from 'node:crypto'
import type { Api } from '../contract/api.ts'
import type { Reply } from '../contract/endpoint.ts'

type Challenge = Reply<Api['publicPage']>['proofOfWork']

/** Solves the challenge of the public page as a browser does, with one hash per attempt and no promise. */
export function solveProofOfWork(challenge: Challenge): string {
  for (let number = 0; number <= challenge.maxnumber; number++)
    if (createHash('sha256').update(`${challenge.salt}${number}`).digest('hex') === challenge.challenge)
      return Buffer.from(JSON.stringify({ ...challenge, number })).toString('base64')
  throw new Error('The challenge has no solution')
}
