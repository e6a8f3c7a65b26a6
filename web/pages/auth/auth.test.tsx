import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api.ts'
import { currentSession } from '../../session.ts'
import LoginPage from './LoginPage.tsx'
import ResetPage from './ResetPage.tsx'
import SignUpPage from './SignUpPage.tsx'

type Sent = Record<string, unknown>
type Answer = { status?: number; body: object }

/** What was sent, in order; the answers are given in order too. */
const sent: Sent[] = []
let answers: Answer[] = []
/** Whether the lender is still being set up. */
let setup: 'required' | 'accepted' | 'none' = 'none'

beforeEach(() => {
  sent.length = 0
  setup = 'none'
  vi.stubGlobal('fetch', async (address: string, request: { body: string }) => {
    if (address.startsWith('/api/auth/setup')) return new Response(JSON.stringify({ code: setup }))
    sent.push(JSON.parse(request.body) as Sent)
    const { status = 200, body } = answers.shift() ?? { status: 500, body: {} }
    return new Response(JSON.stringify(body), { status })
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const refusal = (status: number, code: string, message: string, fields?: object): Answer => ({
  status,
  body: { code, message, requestId: 'r', ...(fields ? { fields } : {}) },
})

function show(page: ReactNode, path = '/auth', address = '/auth') {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path={path} element={page} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const field = (label: string): HTMLInputElement => screen.getByLabelText(label, { selector: 'input' })
const press = (name: string): HTMLElement => screen.getByRole('button', { name })

const NGOZI = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'ngozi@iroko.test',
  firstName: 'Ngozi',
  lastName: 'Okafor',
  roles: ['superAdmin'],
  accountOfficerCode: null,
  totpEnrolled: true,
  totpRequired: false,
}
const TOKEN = `e30.${btoa(JSON.stringify({ sub: NGOZI.id, role: NGOZI.roles }))}.x`
const SIGNED_IN: Answer = { body: { step: 'signedIn', token: TOKEN, user: NGOZI } }

describe('signing in', () => {
  const typePassword = async (): Promise<ReturnType<typeof userEvent.setup>> => {
    const person = show(<LoginPage />)
    await person.type(field('Email'), 'ngozi@iroko.test')
    await person.type(field('Password'), 'mango lorry plaster')
    await person.click(press('Sign in'))
    return person
  }

  test('what is missing is said beside its field, and nothing is sent', async () => {
    const person = show(<LoginPage />)
    await person.click(press('Sign in'))
    expect(screen.getByText('Not a valid email address')).toBeTruthy()
    expect(screen.getByText('Please fill this in')).toBeTruthy()
    expect(document.activeElement).toBe(field('Email'))
    expect(sent).toEqual([])
  })

  test('a refusal is shown in the server’s words, and nothing typed is lost', async () => {
    answers = [refusal(401, 'signin.wrong', 'Incorrect email or password.')]
    await typePassword()
    expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password.')
    expect(field('Email').value).toBe('ngozi@iroko.test')
    expect(field('Password').value).toBe('mango lorry plaster')
  })

  test('without a second factor the session starts at once', async () => {
    answers = [SIGNED_IN]
    await typePassword()
    await waitFor(() => expect(currentSession()).toMatchObject({ state: 'live', token: TOKEN }))
    expect(sent).toEqual([{ email: 'ngozi@iroko.test', password: 'mango lorry plaster' }])
  })

  test('with one, the code is asked for and sent along', async () => {
    answers = [{ body: { step: 'codeNeeded' } }, SIGNED_IN]
    const person = await typePassword()
    await screen.findByRole('heading', { name: 'Enter your code' })
    await person.type(field('Code'), '12345')
    await person.click(press('Confirm'))
    expect(screen.getByText('Six digits, or a recovery code')).toBeTruthy()
    await person.type(field('Code'), '6')
    await person.click(press('Confirm'))
    await waitFor(() => expect(currentSession().state).toBe('live'))
    expect(sent[1]).toEqual({ email: 'ngozi@iroko.test', password: 'mango lorry plaster', code: '123456' })
  })

  test('another account starts from an empty form', async () => {
    answers = [{ body: { step: 'codeNeeded' } }]
    const person = await typePassword()
    await person.click(await screen.findByRole('button', { name: 'Use another account' }))
    expect(field('Email').value).toBe('')
    expect(field('Password').value).toBe('')
  })
})

describe('signing up', () => {
  const fill = async (confirm = 'mango lorry plaster') => {
    const person = show(<SignUpPage />)
    await complete(person, confirm)
    return person
  }
  const complete = async (person: ReturnType<typeof userEvent.setup>, confirm = 'mango lorry plaster') => {
    await person.type(field('First name'), 'Adaeze')
    await person.type(field('Last name'), 'Okonkwo')
    await person.type(field('Email'), 'adaeze@iroko.test')
    await person.type(field('Phone'), '0803 123 4567')
    await person.type(field('Password'), 'mango lorry plaster')
    await person.type(field('Confirm password'), confirm)
    await person.click(press('Request account'))
  }

  test.each([
    ['active', 'Account created'],
    ['waiting', 'Pending approval'],
  ])('an account that is %s: "%s"', async (status, heading) => {
    answers = [{ body: { status } }]
    await fill()
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
  })

  test('a setup code is asked for only while the lender is being set up, and sent as typed', async () => {
    await fill()
    expect(screen.queryByLabelText('Setup code')).toBeNull()
    expect(sent[0]).not.toHaveProperty('setupCode')
    cleanup()
    setup = 'required'
    answers = [{ body: { status: 'active' } }]
    const person = show(<SignUpPage />)
    await person.type(await screen.findByLabelText('Setup code'), 'ABCD-EFGH')
    await complete(person)
    await waitFor(() => expect(sent[1]).toMatchObject({ setupCode: 'ABCD-EFGH' }))
  })

  test('a code that is not right is said beside its field, even where nothing told that one is needed', async () => {
    answers = [refusal(422, 'input.invalid', 'Look again.', { setupCode: 'Enter a setup code.' })]
    await fill()
    expect(await screen.findByText('Enter a setup code.')).toBeTruthy()
  })

  test('two different passwords are not sent', async () => {
    await fill('mango lorry plasters')
    expect(screen.getByText('The two passwords are not the same')).toBeTruthy()
    expect(document.activeElement).toBe(field('Confirm password'))
    expect(sent).toEqual([])
  })

  test('what the server says about a field stands beside it', async () => {
    answers = [
      refusal(422, 'input.invalid', 'Some fields have errors. Correct them and try again.', {
        phone: 'Not a Nigerian phone number',
      }),
    ]
    await fill()
    expect(await screen.findByText('Not a Nigerian phone number')).toBeTruthy()
    expect(document.activeElement).toBe(field('Phone'))
    expect(field('First name').value).toBe('Adaeze')
  })
  test('a refused password is not praised beside the refusal', async () => {
    answers = [
      refusal(422, 'input.invalid', 'Some fields have errors. Correct them and try again.', {
        password: 'Too easy to guess. Try a few unrelated words together.',
      }),
    ]
    await fill()
    expect(await screen.findByText(/Too easy to guess/)).toBeTruthy()
    expect(screen.queryByText(/Good|Strong|Long enough/)).toBeNull()
  })
})

describe('a reset link', () => {
  const visit = (token: string) => show(<ResetPage />, '/auth/reset/:token', `/auth/reset/${token}`)
  const open = async (token: string) => {
    const person = visit(token)
    await person.type(
      await screen.findByLabelText('New password', { selector: 'input' }),
      'kettle garden drum',
    )
    await person.type(field('Confirm password'), 'kettle garden drum')
    await person.click(press('Change password'))
  }
  const WHOLE = 'abcdefghijklmnopqrstuvwxyz'
  const WORKS: Answer = { body: { works: true } }

  test('sets the password', async () => {
    answers = [WORKS, { body: {} }]
    await open(WHOLE)
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeTruthy()
    expect(sent[0]).toEqual({ token: WHOLE })
    expect(sent[1]).toEqual({ token: WHOLE, password: 'kettle garden drum', confirm: 'kettle garden drum' })
  })

  test.each<[string, string, Answer]>([
    ['used or expired', WHOLE, { body: { works: false } }],
    [
      'cut short',
      'abc',
      refusal(422, 'input.invalid', 'Look again.', { token: 'This link is not complete' }),
    ],
  ])('that was %s says so before anything is typed', async (_, token, answer) => {
    answers = [answer]
    visit(token)
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  })

  test('that ran out while the password was made up says so', async () => {
    answers = [
      WORKS,
      refusal(422, 'reset.invalid', 'This password reset link was already used or has expired.'),
    ]
    await open(WHOLE)
    expect(await screen.findByRole('heading', { name: 'This link is no longer valid' })).toBeTruthy()
  })

  test('that cannot be looked up shows its form: the answer may come by then', async () => {
    answers = [refusal(429, 'rate.limited', 'Too many requests.'), { body: {} }]
    await open(WHOLE)
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeTruthy()
  })
})
