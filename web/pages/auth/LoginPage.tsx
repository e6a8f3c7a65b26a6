import { useState } from 'react'
import { Link } from 'react-router'
import { authApi } from '../../../contract/auth.ts'
import { useForm } from '../../parts/useForm.ts'
import { paths } from '../../paths.ts'
import { startSession, useSession } from '../../session.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function LoginPage() {
  const [round, setRound] = useState(0)
  return <SignInForm key={round} onOtherAccount={() => setRound(now => now + 1)} />
}

/** Two steps, one act: the code is asked for only where a second factor is set up. */
function SignInForm({ onOtherAccount }: { onOtherAccount: () => void }) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const session = useSession()
  const wasIdle = session.state === 'none' && session.because === 'idle'
  const signIn = useForm(authApi.signIn, {
    initial: { email: '', password: '', code: '' },
    toInput: ({ email, password, code }) =>
      step === 'code' ? { email, password, code } : { email, password },
    onDone: reply => {
      if (reply.step === 'codeNeeded') setStep('code')
      // The layout takes whoever has a session to the page they wanted.
      else startSession(reply.token)
    },
  })
  const refusal = signIn.message && <Notice tone="negative">{signIn.message}</Notice>
  return (
    <form {...signIn.form}>
      {step === 'password' ? (
        <div key="password" className="flex flex-col gap-4">
          <PageHeading centred title="Sign in" description="Welcome back to the loan desk." />
          {refusal ||
            (wasIdle && (
              <Notice>
                You were signed out after 15 minutes of inactivity. Sign in to return to your page.
              </Notice>
            ))}
          <Input {...signIn.field('email')} label="E-mail" type="email" autoComplete="username" autoFocus />
          <PasswordInput {...signIn.field('password')} label="Password" autoComplete="current-password" />
          <Button type="submit" look="primary" size="large" wide pending={signIn.pending} className="mt-2">
            Sign in
          </Button>
          <WaysOn />
        </div>
      ) : (
        <div key="code" className="flex flex-col gap-4">
          <PageHeading
            centred
            title="Enter your code"
            description={`Signing in as ${signIn.values.email.trim()}. Open your authenticator app.`}
          />
          {refusal}
          <Input
            {...signIn.field('code')}
            label="Code"
            hint="Six digits from the app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
          <Button type="submit" look="primary" size="large" wide pending={signIn.pending} className="mt-2">
            Confirm
          </Button>
          <Button look="quiet" onClick={onOtherAccount}>
            Use another account
          </Button>
        </div>
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
      <p className="text-xs text-balance">Forgot your password? A superAdmin can hand you a reset link.</p>
    </div>
  )
}
