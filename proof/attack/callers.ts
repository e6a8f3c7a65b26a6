import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { COOKIE_DEV, COOKIE_TLS } from '../../server/kernel/cookies.ts'
import { hashPassword } from '../../server/modules/auth/passwords.ts'
import type { Hit, Shot, Target } from './target.ts'

/** The callers: users with valid tokens, and callers with tokens they should not have. */

export type Pass = { token?: string; binding?: string }

export const headersOf = ({ token, binding }: Pass): Record<string, string> => ({
  ...(token ? { authorization: `Bearer ${token}` } : {}),
  ...(binding ? { cookie: `${COOKIE_DEV}=${binding}; ${COOKIE_TLS}=${binding}` } : {}),
})

export const signInShot = (email: string, password: string): Shot => ({
  method: 'POST',
  url: '/api/auth/login',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
})

export async function signIn(target: Target, email: string, password = DEMO_PASSWORD): Promise<Pass> {
  const hit = await target.fire(signInShot(email, password))
  const { token } = JSON.parse(hit.body) as { token?: string }
  if (!token) throw new Error(`${email} could not sign in: ${hit.body}`)
  return { token, binding: bindingIn(hit) }
}

export const bindingIn = (hit: Hit): string =>
  /iroko_binding=([^;]*)/.exec(String(hit.headers['set-cookie'] ?? ''))?.[1] ?? ''

/** One more colleague, straight into the table: hiring is tested elsewhere. */
export async function hire(target: Target, roles: readonly string[], email = `${randomUUID()}@iroko.test`) {
  const { rows } = await target.pool.query<{ id: string }>(
    `insert into staff (id, email, first_name, last_name, phone, password_hash, status, roles, signed_up_at)
     values ($1, $2, 'Chinedu', 'Eze', '+2348030000099', $3, 'active', $4, now()) returning id`,
    [randomUUID(), email, await sharedHash(), roles],
  )
  return { id: rows[0]?.id ?? '', email }
}

let shared: Promise<string> | undefined
const sharedHash = (): Promise<string> => {
  shared ??= hashPassword(DEMO_PASSWORD)
  return shared
}

/** A caller who comes back after being thrown out: fuzzing signs people out, too. */
export type Regular = { id: string; fire(shot: Shot): Promise<Hit>; pass(): Promise<Pass> }

export async function regular(target: Target, roles: readonly string[]): Promise<Regular> {
  const { id, email } = await hire(target, roles)
  let held: Promise<Pass> | undefined
  const pass = (): Promise<Pass> => {
    held ??= signIn(target, email)
    return held
  }
  const send = async (shot: Shot): Promise<Hit> =>
    target.fire({ ...shot, headers: { ...headersOf(await pass()), ...shot.headers } })
  return {
    id,
    pass,
    async fire(shot) {
      const hit = await send(shot)
      if (hit.status !== 401) return hit
      await target.pool.query('delete from sign_in_attempt')
      await target.pool.query(`update staff set status = 'active', roles = $2 where id = $1`, [id, roles])
      held = undefined
      return send(shot)
    },
  }
}

/** Who must get nowhere, whatever they ask for. */
export type Intruder = { name: string; pass: Pass; status: readonly number[]; isForged: boolean }

const REFUSED = [401]

export async function intruders(target: Target): Promise<Intruder[]> {
  const superAdmin = async () => {
    const person = await hire(target, ['superAdmin', 'Authorizer'])
    return { ...person, pass: await signIn(target, person.email) }
  }
  const [good, other, suspended, gone, bare] = await Promise.all([
    superAdmin(), superAdmin(), superAdmin(), superAdmin(), superAdmin(),
  ]) // biome-ignore format: five people
  await target.pool.query(`update staff set status = 'suspended' where id = $1`, [suspended.id])
  await target.fire({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { 'content-type': 'application/json', ...headersOf(gone.pass) },
    body: '{}',
  })
  await target.pool.query(`update staff set roles = '{}' where id = $1`, [bare.id])
  const { token = '', binding = '' } = good.pass
  const stolen: [string, Pass][] = [
    ['nobody', {}],
    ['A19 suspended', suspended.pass],
    ['A19 signed out', gone.pass],
    ['A22 token without its cookie', { token }],
    ['A22 cookie without its token', { binding }],
    ['A22 token with a colleague’s cookie', { token, binding: other.pass.binding ?? '' }],
    ['A22 token with half its cookie', { token, binding: binding.slice(0, 20) }],
  ]
  const forged = await forgedTokens(target, token)
  return [
    { name: 'A26 signed in without a role', pass: bare.pass, status: [403], isForged: false },
    ...stolen.map(([name, pass]) => ({ name, pass, status: REFUSED, isForged: false })),
    // a megabyte of token is no request at all over the wire
    ...forged.map(([name, made]) => ({
      name,
      pass: { token: made, binding },
      status: [401, 431],
      isForged: true,
    })),
  ]
}

/** `server/modules/auth/signin.test.ts` shows for each of these that the database is not even asked. */
export async function forgedTokens(target: Target, token: string): Promise<[string, string][]> {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (changed: object, header: object = {}, by: Uint8Array = target.keys.session) =>
    new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256', ...header }).sign(by)
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const ownKey = { alg: 'RS256', jwk: await exportJWK(publicKey) }
  const now = Number(claims.iat)
  return [
    ['A10 alg none', new UnsecuredJWT(claims).encode()],
    ['A10 alg NONE', `${part({ alg: 'NONE', typ: 'JWT' })}.${body}.`],
    ['A11 another key', await sign({}, {}, new TextEncoder().encode('another key of thirty-two letters'))],
    ['A12 RS256 by a key of its own', await new SignJWT(claims).setProtectedHeader(ownKey).sign(privateKey)],
    ['A12 HS512 with our key', await sign({}, { alg: 'HS512' })],
    ['A13 a key at an address', await sign({}, { jku: 'http://127.0.0.1/keys' }, new Uint8Array(32))],
    ['A14 a key id that is a path', await sign({}, { kid: '../../dev/null' }, new Uint8Array(32))],
    ['A15 a changed role', `${head}.${part({ ...claims, role: ['superAdmin', 'Admin'] })}.${signature}`],
    ['A16 expired', await sign({ exp: now - 60 })],
    ['A16 not valid yet', await sign({ nbf: now + 600 })],
    ['A17 another audience', await sign({ aud: 'another console' })],
    ['A17 a session that never was', await sign({ jti: randomUUID() })],
    ['A18 cut short', token.slice(0, -3)],
    ['A18 a megabyte', `${token}${'a'.repeat(1_000_000)}`],
  ]
}
