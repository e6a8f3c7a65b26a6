import { useState } from 'react'
import { Link } from 'react-router'
import { authApi } from '../../../contract/auth.ts'
import { confirmProblem, NewPasswordFields } from '../../parts/NewPasswordFields.tsx'
import { useActForm } from '../../parts/useActForm.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function SignUpPage() {
  const [outcome, setOutcome] = useState<'active' | 'waiting'>()
  const signUp = useActForm(authApi.signUp, {
    initial: { firstName: '', lastName: '', email: '', phone: '', password: '', confirm: '' },
    check: confirmProblem,
    onDone: reply => setOutcome(reply.status),
  })
  const { firstName, lastName, email } = signUp.values
  if (outcome) return <SignedUp outcome={outcome} firstName={firstName} />
  return (
    <form {...signUp.form} className="flex flex-col gap-4">
      <PageHeading
        centred
        title="Ask for an account"
        description="For staff. A superAdmin approves every new account and gives it its roles."
      />
      {signUp.message && <Notice tone="negative">{signUp.message}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Input {...signUp.field('firstName')} label="First name" autoComplete="given-name" autoFocus />
        <Input {...signUp.field('lastName')} label="Last name" autoComplete="family-name" />
      </div>
      <Input {...signUp.field('email')} label="E-mail" type="email" autoComplete="username" />
      <Input
        {...signUp.field('phone')}
        label="Phone"
        type="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
      />
      <NewPasswordFields
        password={signUp.field('password')}
        confirm={signUp.field('confirm')}
        personal={[firstName, lastName, email]}
      />
      <Button type="submit" look="primary" size="large" wide pending={signUp.pending} className="mt-2">
        Ask for an account
      </Button>
      <p className="text-center text-muted">
        Have one already?{' '}
        <Link to={paths.login} className="font-medium text-brand-ink underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </form>
  )
}

const OUTCOMES = {
  active: {
    title: 'You are the superAdmin',
    said: (name: string) =>
      `This is the first account, ${name}: you approve everybody who signs up after you.`,
    action: 'Sign in',
  },
  waiting: {
    title: 'Waiting for approval',
    said: (name: string) =>
      `Thank you, ${name}. You can sign in as soon as a superAdmin approves you and gives you roles.`,
    action: 'Back to sign in',
  },
}

function SignedUp({ outcome, firstName }: { outcome: keyof typeof OUTCOMES; firstName: string }) {
  const { title, said, action } = OUTCOMES[outcome]
  return (
    <div role="status" className="flex flex-col">
      <PageHeading centred title={title} description={said(firstName.trim())} />
      <Link to={paths.login} className={buttonClass(outcome === 'active' ? 'primary' : 'secondary', 'large')}>
        {action}
      </Link>
    </div>
  )
}
