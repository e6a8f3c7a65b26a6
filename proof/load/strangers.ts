import { createHash, randomUUID } from 'node:crypto'
import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises'
import type { EndpointName } from '../../contract/api.ts'
import type { Roll } from '../../sample/random.ts'
import { adaeze } from '../../test/applicants.ts'
import { pngOfSize } from '../../test/files.ts'
import type { Measures } from './measures.ts'
import type { Answer, Heard, Line, Sent } from './wire.ts'

/** Applicants at the public page: each from a line of their own, with two photographs, and now and then a second tap. */

/** The answers to an applicant; what the program did with the others is read afterwards. */
export type Applications = {
  sent: Set<string>
  acknowledged: Map<string, { reference: string; documents: number }>
}

export type Scene = {
  line: Line
  roll: Roll
  /** How long they take over the form, at most. */
  thinkingMs: readonly [number, number]
  measures: () => Measures
  applications: Applications
}

const PHOTOGRAPH = pngOfSize(150_000).toString('base64')
/** An applicant on a bus retries a few times. */
const TRIES = 5
const SECOND_TAPS = 20

type Ask = <N extends EndpointName>(kind: string, name: N, input: Sent<N>) => Promise<Heard<N> | undefined>

let applicants = 0

export async function apply({ line, roll, thinkingMs, measures, applications }: Scene): Promise<void> {
  const number = applicants++
  const from = `102.${89 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
  const ask: Ask = async (kind, name, input) => {
    for (let attempt = 1; ; attempt++) {
      const answer: Answer = await line.send(name, input, { from })
      measures().click(kind, [answer])
      if (answer.status === 200) return answer.body as Heard<typeof name>
      const mayPass = answer.status === 0 || answer.status === 503 || answer.status === 429
      if (!mayPass || attempt === TRIES) return undefined
      await sleep(Math.min(answer.retryAfter ?? 2, 5) * 1000)
    }
  }
  const page = await ask('public page', 'publicPage', {})
  if (!page) return
  const proof = await solve(page.proofOfWork)
  await sleep(roll(thinkingMs[1]))
  const draftId = randomUUID()
  if (!(await ask('open draft', 'draftOpen', { id: draftId, proof }))) return
  for (const title of page.requiredDocuments)
    if (
      !(await ask('send document', 'draftDocumentAdd', {
        draftId,
        id: randomUUID(),
        title,
        path: PHOTOGRAPH,
      }))
    )
      return
  const id = randomUUID()
  const application = adaeze({
    consentVersion: page.consent.version,
    // a payroll without months to compare with would allow no loan
    payrollSource: 'GIFMIS',
    phone: `0803${String(5_000_000 + number)}`,
    bvn: String(22_400_000_000 + number),
    nin: String(52_400_000_000 + number),
    ippisNumber: `G${String(700_000 + number)}`,
  })
  applications.sent.add(id)
  const submission = { id, draftId, application }
  const taps = roll(SECOND_TAPS) === 0 ? 2 : 1
  const replies = await Promise.all(
    Array.from({ length: taps }, () => ask('submit', 'requestSubmit', submission)),
  )
  for (const reply of replies)
    if (reply)
      applications.acknowledged.set(id, {
        reference: reply.reference,
        documents: page.requiredDocuments.length,
      })
}

const AT_ONCE = 2_000

/** The applicant's own phone does this; in slices, so that the others at this machine do not wait for it. */
async function solve(given: Heard<'publicPage'>['proofOfWork']): Promise<string> {
  const { algorithm, challenge, salt, signature, maxnumber } = given
  for (let number = 0; number <= maxnumber; number++) {
    if (number % AT_ONCE === 0) await breathe()
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return Buffer.from(JSON.stringify({ algorithm, challenge, salt, signature, number })).toString('base64')
  }
  throw new Error('a proof of work without a solution')
}
