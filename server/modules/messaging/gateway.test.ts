import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type Certificate, certificate } from '../../../test/certificate.ts'
import { type Mood, openAfricasTalking, openTermii, type Provider } from '../../../test/gateways.ts'
import { type Account, addressProblem, type Gateway, isInside, type Outcome } from './gateway.ts'
import { africasTalking } from './gatewayAfricasTalking.ts'
import { outbox } from './gatewayOutbox.ts'
import { termii } from './gatewayTermii.ts'

/** Extra certificate authorities, for tests only: the program has no such setting. */
const trusted = vi.hoisted(() => ({ ca: undefined as string | undefined }))
vi.mock('node:https', async original => {
  const https = await original<typeof import('node:https')>()
  const request = (url: URL, options: object) => https.request(url, { ...options, ca: trusted.ca })
  return { ...https, request }
})

const ANSWER_MS = 400
/** A handshake takes the processor longer than a plain line. */
const PATIENT_MS = 3_000
const KEY = 'tk_canary_Do_Not_Log_8c1f'

const parcel = {
  id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  phone: '+2348030000001',
  text: 'Loan L0100001: we received NGN50,000.00.',
  senderId: 'Iroko',
  channel: 'dnd' as const,
  attempt: 1,
}
const account = (baseUrl: string): Account => ({
  baseUrl,
  username: 'iroko',
  apiKey: KEY,
  allowsLoopback: true,
})

const PROVIDERS = [
  ['Termii', openTermii, termii],
  ["Africa's Talking", openAfricasTalking, africasTalking],
] as const

describe.each(PROVIDERS)('%s', (_name, openProvider, open) => {
  let provider: Provider
  let gateway: Gateway
  beforeAll(async () => {
    provider = await openProvider()
    gateway = open(account(provider.url), ANSWER_MS)
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    provider.mood = 'fine'
    provider.accepted.length = 0
  })

  it('sends number, text and sender as documented, and stores the id it is given', async () => {
    const outcome = await gateway.send(parcel)
    expect(outcome).toMatchObject({ kind: 'accepted' })
    const [accepted] = provider.accepted
    expect(accepted).toMatchObject({ text: parcel.text, from: 'Iroko' })
    expect(accepted?.to.replace('+', '')).toBe('2348030000001')
    expect((outcome as { providerId: string }).providerId).toContain(accepted?.id)
  })

  it('reads the balance', async () => expect(await gateway.balance()).toMatch(/^NGN 1250\.5/))

  // what the provider did → what we may conclude, and whether it holds the message
  const CASES: [mood: Mood, kind: Outcome['kind'], held: number, more?: object][] = [
    ['accepts slowly', 'accepted', 1],
    ['accepts then hangs', 'unknown', 1],
    ['accepts then 500', 'unknown', 1],
    ['accepts then cuts', 'unknown', 1],
    ['accepts then wrong JSON', 'unknown', 1],
    ['500', 'unknown', 0],
    ['cuts', 'unknown', 0],
    ['huge', 'unknown', 0],
    ['busy', 'retry', 0, { afterSeconds: 30, everyone: true }],
    ['busy with a time', 'retry', 0, { afterSeconds: 7, everyone: true }],
    ['wrong key', 'retry', 0, { everyone: true }],
    ['no credit', 'retry', 0, { everyone: true }],
    ['redirects', 'retry', 0, { everyone: true }],
    ['refuses', 'refused', 0],
  ]
  test.each(CASES)('%s: %s', async (mood, kind, held, more = {}) => {
    provider.mood = mood
    const outcome = await gateway.send(parcel)
    expect(outcome).toMatchObject({ kind, ...more })
    expect(provider.accepted).toHaveLength(held)
    // only a proven failure may be sent again
    if (outcome.kind === 'retry') expect(held).toBe(0)
    expect(JSON.stringify(outcome)).not.toContain(KEY)
  })

  it('is retried where no server listens, and where the name does not resolve', async () => {
    for (const url of ['http://127.0.0.1:1', 'https://gateway.invalid'])
      expect(await open(account(url), ANSWER_MS).send(parcel)).toMatchObject({ kind: 'retry' })
  })

  it('is tried again when the encrypted line does not come about', async () => {
    const deaf = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>(listening => deaf.listen(0, '127.0.0.1', listening))
    const { port } = deaf.address() as { port: number }
    expect(await open(account(`https://127.0.0.1:${port}`), ANSWER_MS).send(parcel)).toMatchObject({
      kind: 'retry',
    })
    deaf.close()
  })

  describe('over TLS', () => {
    let secured: Provider
    const gatewayTo = async (shown: Certificate): Promise<Gateway> => {
      secured = await openProvider(shown)
      return open(account(secured.url), PATIENT_MS)
    }
    afterEach(async () => {
      trusted.ca = undefined
      await secured.close()
    })

    test.each<[what: string, shown: Certificate, isTrusted: boolean]>([
      ['that nobody vouches for', certificate(), false],
      ['of somebody else', certificate({ address: '10.0.0.1' }), true],
      ['that has run out', certificate({ until: '210101' }), true],
    ])(
      'F08 a certificate %s: nothing of the request is sent, and it is retried',
      async (_, shown, isTrusted) => {
        const gateway = await gatewayTo(shown)
        if (isTrusted) trusted.ca = shown.cert
        const outcome = await gateway.send(parcel)
        expect(outcome).toMatchObject({ kind: 'retry', everyone: true })
        expect(secured.requests).toEqual([])
        expect(secured.accepted).toEqual([])
        expect(JSON.stringify(outcome)).not.toContain(KEY)
      },
    )

    test.each<[mood: Mood, kind: Outcome['kind'], held: number]>([
      ['fine', 'accepted', 1],
      ['accepts then cuts', 'unknown', 1],
      ['accepts then hangs', 'unknown', 1],
      ['cuts', 'unknown', 0],
      ['busy', 'retry', 0],
    ])('F08%s, behind a good certificate: %s', async (mood, kind, held) => {
      const shown = certificate()
      const gateway = await gatewayTo(shown)
      trusted.ca = shown.cert
      secured.mood = mood
      expect(await gateway.send(parcel)).toMatchObject({ kind })
      expect(secured.requests).toHaveLength(1)
      expect(secured.accepted).toHaveLength(held)
    })
  })

  it('never calls an internal address unless started for a trial', async () => {
    const careful = open({ ...account(provider.url), allowsLoopback: false }, ANSWER_MS)
    expect(await careful.send(parcel)).toMatchObject({ kind: 'retry' })
    expect(provider.accepted).toHaveLength(0)
  })
})

describe('Termii can be asked about a message', () => {
  let provider: Provider
  beforeAll(async () => {
    provider = await openTermii()
  })
  afterAll(() => provider.close())
  const question = { phone: parcel.phone, text: parcel.text, handedOverAt: new Date(), now: new Date() }

  it('by its id, or by number, text and time where the answer was lost', async () => {
    const gateway = termii(account(provider.url), ANSWER_MS)
    provider.mood = 'accepts then cuts'
    await gateway.send(parcel)
    const id = provider.accepted[0]?.id
    expect(await gateway.find?.({ ...question, providerId: null })).toMatchObject({
      providerId: id,
      status: 'delivered',
    })
    expect(await gateway.find?.({ ...question, providerId: id ?? '' })).toMatchObject({ providerId: id })
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    expect(await gateway.find?.({ ...question, providerId: null, handedOverAt: yesterday })).toBeUndefined()
    expect(await gateway.find?.({ ...question, providerId: null, text: 'another' })).toBeUndefined()
    await gateway.send(parcel)
    // two alike: which one is ours is unknown
    expect(await gateway.find?.({ ...question, providerId: null })).toBeUndefined()
  })
})

describe("the outbox's numbers", () => {
  test.each([
    ['+2348030009001', 'refused'],
    ['+2348030009002', 'accepted'],
    ['+2348030009003', 'unknown'],
    ['+2348030009006', 'retry'],
    ['+2348030000001', 'accepted'],
  ])('%s: %s', async (phone, kind) => {
    expect(await outbox.send({ ...parcel, phone })).toMatchObject({ kind })
  })
})

describe('addresses', () => {
  test.each`
    address                                  | problem
    ${'https://api.ng.termii.com'}           | ${undefined}
    ${'https://v3.api.termii.com/base'}      | ${undefined}
    ${'http://api.ng.termii.com'}            | ${'Only https is used'}
    ${'ftp://api.ng.termii.com'}             | ${'Only https is used'}
    ${'file:///etc/passwd'}                  | ${'Only https is used'}
    ${'gopher://api.ng.termii.com'}          | ${'Only https is used'}
    ${'https://user:word@api.ng.termii.com'} | ${'Only a host and a path'}
    ${'https://api.ng.termii.com/?to=me'}    | ${'Only a host and a path'}
    ${'https://127.0.0.1'}                   | ${'This address is inside a private network'}
    ${'https://0x7f000001'}                  | ${'This address is inside a private network'}
    ${'https://2130706433'}                  | ${'This address is inside a private network'}
    ${'https://169.254.169.254/latest'}      | ${'This address is inside a private network'}
    ${'https://10.0.0.8'}                    | ${'This address is inside a private network'}
    ${'https://[::1]'}                       | ${'This address is inside a private network'}
    ${'https://[::ffff:10.0.0.1]'}           | ${'This address is inside a private network'}
    ${'https://[fd00::1]'}                   | ${'This address is inside a private network'}
    ${'https://localhost'}                   | ${'This address is inside a private network'}
    ${'https://intranet'}                    | ${'This address is inside a private network'}
    ${'nonsense'}                            | ${'Not an address'}
  `('$address: $problem', ({ address, problem }) => expect(addressProblem(address, false)).toBe(problem))

  test.each([
    '0.0.0.0',
    '100.64.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '::',
    '::ffff:127.0.0.1',
    'fe80::1',
    'x',
  ])('%s is inside', address => expect(isInside(address)).toBe(true))
  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is outside', address =>
    expect(isInside(address)).toBe(false),
  )
})
