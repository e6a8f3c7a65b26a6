import { randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { problemsOf, refusalIn } from './answers.ts'
import { bindingIn, headersOf, hire, signIn, signInShot } from './callers.ts'
import type { Document } from './document.ts'
import { attackHeaders, attackPaths } from './headers.ts'
import { attackWithBytes } from './rawBytes.ts'
import { inParallel, type Score } from './score.ts'
import type { Hit, Target } from './target.ts'

/** Sign-in itself: guessing, timing, replaying used tokens, and flooding. */

const WRONG = 'certainly not the password'

export async function attackSignIn(target: Target, document: Document, score: Score): Promise<void> {
  // the program's timeout takes half a minute; the rest runs at the same time
  const bytes = attackWithBytes(target, score)
  // awaited below; a failure before that is handled there
  bytes.catch(() => {})
  await guessOneAccount(target, score)
  await guessManyAccounts(target, score)
  await target.pool.query('delete from sign_in_attempt')
  await compareSignInTimes(target, score)
  await sameWords(target, score)
  await comeBack(target, score)
  await flood(target, score)
  await attackPaths(target, score)
  await attackHeaders(target, document, score)
  await bytes
}

const codeOf = (hit: Hit): string => refusalIn(hit)?.code ?? ''

/** A23: a thousand guesses at one account, from a thousand addresses. */
async function guessOneAccount(target: Target, score: Score): Promise<void> {
  const { email } = await hire(target, ['superAdmin'])
  const codes: string[] = []
  await inParallel(
    Array.from({ length: 1_000 }, (_, at) => at),
    4,
    async at => {
      const hit = await target.fire(signInShot(email, `${WRONG} ${at}`))
      codes.push(codeOf(hit))
      score.note('A23 guesses at one account', problemsOf(hit, 30_000))
    },
  )
  const looked = codes.filter(code => code === 'signin.wrong').length
  score.note('A23 tries looked at', looked <= 10 ? [] : [`${looked} of 1,000 guesses were looked at`])
  const right = await target.fire(signInShot(email, DEMO_PASSWORD))
  score.note('A23 right password during the lock', codeOf(right) === 'signin.locked' ? [] : [right.body])
}

/** A23: one guess at each of a thousand accounts, from one address. */
async function guessManyAccounts(target: Target, score: Score): Promise<void> {
  const codes: string[] = []
  await inParallel(
    Array.from({ length: 1_000 }, (_, at) => at),
    4,
    async at => {
      const shot = signInShot(`clerk${at}@iroko.test`, WRONG)
      const hit = await target.fire({ ...shot, from: '203.0.113.77' })
      codes.push(codeOf(hit))
      score.note('A23 guesses at many accounts', problemsOf(hit, 30_000))
    },
  )
  const looked = codes.filter(code => code === 'signin.wrong').length
  score.note('A23 tries from one address', looked <= 104 ? [] : [`${looked} of 1,000 guesses were looked at`])
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/**
 * A difference too small to measure over a network; taken from the quickest half of the answers, which a busy machine
 * disturbs least.
 */
const DIFFERENCE_MAX_MS = 10
const quicker = (times: readonly number[]): number[] =>
  [...times].sort((a, b) => a - b).slice(0, Math.ceil(times.length / 2))

/** A23: whether an account exists is not to be heard from how long the answer takes. */
async function compareSignInTimes(target: Target, score: Score): Promise<void> {
  const known = await Promise.all(Array.from({ length: 10 }, () => hire(target, ['Editor'])))
  const [ours, strangers]: [number[], number[]] = [[], []]
  for (let round = 0; round < 8; round++)
    for (const { email } of known) {
      ours.push((await target.fire(signInShot(email, WRONG))).ms)
      strangers.push((await target.fire(signInShot(`${email.slice(1)}`, WRONG))).ms)
    }
  const [oursMs, strangersMs] = [median(quicker(ours)), median(quicker(strangers))]
  const said = `known ${oursMs.toFixed(1)} ms, unknown ${strangersMs.toFixed(1)} ms`
  score.note('A23 time difference', Math.abs(oursMs - strangersMs) < DIFFERENCE_MAX_MS ? [] : [said])
  for (const _ of ours) score.note('A23 timed sign-ins', [])
}

/** The words are the same for who exists and who does not. */
async function sameWords(target: Target, score: Score): Promise<void> {
  const { email } = await hire(target, ['Editor'])
  const { rows } = await target.pool.query<{ reference: string }>(
    'select reference from loan_request limit 1',
  )
  const post = (url: string, body: object) => target.fire(jsonPost(url, body))
  const form = {
    firstName: 'Ada',
    lastName: 'Eze',
    phone: '08030000088',
    password: 'mango rain bicycle',
    confirm: 'mango rain bicycle',
  }
  const stranger = { phone: '08099999999' }
  const pairs: [string, Promise<Hit>, Promise<Hit>][] = [
    ['sign-in', target.fire(signInShot(email, WRONG)), target.fire(signInShot('nobody@iroko.test', WRONG))],
    ['sign-up', post('/api/auth/signup', { ...form, email }), post('/api/auth/signup', { ...form, email: `${randomUUID()}@iroko.test` })],
    ['status', post('/api/public/loan-requests/status', { ...stranger, reference: rows[0]?.reference }), post('/api/public/loan-requests/status', { ...stranger, reference: 'R-0000-00' })],
    ['withdrawal', post('/api/public/loan-requests/withdraw', { ...stranger, reference: rows[0]?.reference }), post('/api/public/loan-requests/withdraw', { ...stranger, reference: 'R-0000-00' })],
  ] // biome-ignore format: a table
  for (const [what, known, unknown] of pairs) {
    const [one, other] = [wordsOf(await known), wordsOf(await unknown)]
    score.note('A23 same words', one === other ? [] : [`${one} | ${other}`], what)
  }
}

const wordsOf = (hit: Hit): string => `${hit.status} ${hit.body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')}`

/** B80, B82, A28: the public form from one address a thousand times, and drafts without a proof of work. */
async function flood(target: Target, score: Score): Promise<void> {
  const post = (url: string, body: object, from?: string) =>
    target.fire({ ...jsonPost(url, body), ...(from ? { from } : {}) })
  const drafts = async (): Promise<number> =>
    (await target.pool.query<{ count: number }>('select count(*)::int as count from request_draft')).rows[0]
      ?.count ?? 0
  const before = await drafts()
  let taken = 0
  const rounds = Array.from({ length: 1_000 }, (_, at) => at)
  await inParallel(rounds, 8, async () => {
    const hit = await post(
      '/api/public/loan-request/started',
      { accountOfficerCode: 'AO-014' },
      '203.0.113.80',
    )
    if (hit.status === 200) taken++
    score.note('B80 posts from one address', problemsOf(hit, 10_000))
  })
  score.note('A28 taken in a minute', taken <= 240 ? [] : [`${taken} of 1,000 were taken`])
  await inParallel(rounds, 16, async () => {
    const hit = await post('/api/public/drafts', { id: randomUUID(), proof: 'bm90aGluZw==', website: '' })
    const isRefused = hit.status >= 400 && hit.status < 500
    score.note('B82 drafts without work', isRefused ? problemsOf(hit, 10_000) : [`opened: ${hit.status}`])
  })
  const more = (await drafts()) - before
  score.note('B82 drafts opened', more === 0 ? [] : [`${more} drafts were opened`])
}

const jsonPost = (url: string, body: object) => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** A19, A21: a new session is issued at sign-in, ends when it ends, and a request of yesterday is worthless. */
async function comeBack(target: Target, score: Score): Promise<void> {
  const { email } = await hire(target, ['superAdmin'])
  const planted = 'A'.repeat(43)
  const entering = await target.fire({
    ...signInShot(email, DEMO_PASSWORD),
    headers: { 'content-type': 'application/json', ...headersOf({ binding: planted }) },
  })
  const { token = '' } = JSON.parse(entering.body) as { token?: string }
  const asks = (pass: { token?: string; binding?: string }) =>
    target.fire({ method: 'GET', url: '/api/me', headers: headersOf(pass) })
  const withPlanted = await asks({ token, binding: planted })
  score.note('A21 fixation', withPlanted.status === 401 ? [] : ['a planted cookie opens the session'])
  const own = await asks({ token, binding: bindingIn(entering) })
  score.note('A21 its own cookie', own.status === 200 ? [] : [own.body])

  const pass = await signIn(target, email)
  const headers = { 'content-type': 'application/json', ...headersOf(pass) }
  for (let round = 0; round < 2; round++) {
    const hit = await target.fire({ method: 'POST', url: '/api/auth/logout', headers, body: '{}' })
    const expected = round === 0 ? 200 : 401
    score.note('A19 replay', hit.status === expected ? [] : [`sign-out ${round + 1} answered ${hit.status}`])
  }
  for (const place of ['token', 'access_token', 'authorization', 'jwt']) {
    const hit = await target.fire({
      method: 'GET',
      url: `/api/me?${place}=${token}`,
      headers: headersOf({ binding: bindingIn(entering) }),
    })
    score.note('A22 token in an address', hit.status === 401 ? [] : [`${place} is believed`])
  }
}
