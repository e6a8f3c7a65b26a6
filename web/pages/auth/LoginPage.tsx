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

/** Asks for the code only if 2FA is set up. */
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
      // the layout then opens the requested page
      else startSession(reply.token)
    },
  })
  const error = signIn.message && <Notice tone="negative">{signIn.message}</Notice>
  return (
    <form {...signIn.form}>
      {step === 'password' ? (
        <div key="password" className="flex flex-col gap-4">
          <PageHeading centred title="Sign in" description="Welcome back to the loan desk." />
          {error ||
            (wasIdle && (
              <Notice>
                You were signed out after 15 minutes of inactivity. Sign in to return to your page.
              </Notice>
            ))}
          <Input {...signIn.field('email')} label="Email" type="email" autoComplete="username" autoFocus />
          <PasswordInput {...signIn.field('password')} label="Password" autoComplete="current-password" />
          <Button type="submit" look="primary" size="large" wide pending={signIn.pending} className="mt-2">
            Sign in
          </Button>
          <OtherOptions />
        </div>
      ) : (
        <div key="code" className="flex flex-col gap-4">
          <PageHeading
            centred
            title="Enter your code"
            description={`Signing in as ${signIn.values.email.trim()}. Open your authenticator app.`}
          />
          {error}
          <Input
            {...signIn.field('code')}
            label="Code"
            hint="Six digits from the app, or a recovery code."
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

function OtherOptions() {
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-center text-muted">
      <p>
        New here?{' '}
        <Link to={paths.signup} className="font-medium text-brand-ink underline underline-offset-4">
          Request an account
        </Link>
      </p>
      <p className="text-xs text-balance">
        Forgot your password? Ask a superAdmin for a password reset link.
      </p>
    </div>
  )
}
