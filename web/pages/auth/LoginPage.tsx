import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { userApi } from '../../../contract/users.ts'
import { useActForm } from '../../parts/useActForm.ts'
import { paths } from '../../paths.ts'
import { startSession, useSession } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

type Step = 'password' | 'code'

/** Two steps, one form: the code is asked for only where a second factor is set up. */
export default function LoginPage() {
  const session = useSession()
  const wanted = useWantedPath()
  const [step, setStep] = useState<Step>('password')
  const signIn = useActForm(userApi.signIn, {
    initial: { email: '', password: '', code: '' },
    toInput: ({ email, password, code }) =>
      step === 'code' ? { email, password, code } : { email, password },
    onDone: reply => {
      if (reply.step === 'codeNeeded') setStep('code')
      else startSession(reply.token)
    },
  })
  if (session.state === 'live') return <Navigate to={wanted} replace />

  const otherAccount = (): void => {
    signIn.set('password', '')
    signIn.set('code', '')
    setStep('password')
  }
  return (
    <form {...signIn.form} className="flex flex-col gap-4">
      {step === 'password' ? (
        <>
          <PageHeading centred title="Sign in" description="Welcome back to the loan desk." />
          {signIn.message && <Notice tone="negative">{signIn.message}</Notice>}
          <Input {...signIn.field('email')} label="E-mail" type="email" autoComplete="username" autoFocus />
          <PasswordInput {...signIn.field('password')} label="Password" autoComplete="current-password" />
        </>
      ) : (
        <>
          <PageHeading
            centred
            title="Enter your code"
            description={`Signing in as ${signIn.values.email}. Open your authenticator app.`}
          />
          {signIn.message && <Notice tone="negative">{signIn.message}</Notice>}
          <Input
            {...signIn.field('code')}
            label="Code"
            hint="Six digits from the app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        </>
      )}
      <Button type="submit" look="primary" size="large" wide pending={signIn.pending} className="mt-2">
        {step === 'password' ? 'Sign in' : 'Confirm'}
      </Button>
      {step === 'password' ? (
        <WaysOn />
      ) : (
        <Button look="quiet" onClick={otherAccount}>
          Use another account
        </Button>
      )}
    </form>
  )
}

function WaysOn() {
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-center text-muted">
      <p>
        New here?{' '}
        <Link to={paths.signup} className="font-medium text-brand-ink underline underline-offset-4">
          Ask for an account
        </Link>
      </p>
      <p className="text-xs">Forgot your password? A superAdmin can hand you a reset link.</p>
    </div>
  )
}

/** Where the person was going when the door asked them to sign in. */
function useWantedPath(): string {
  const { state } = useLocation()
  const from: unknown = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('/auth/')
    ? from
    : paths.dashboard
}
