import { useState } from 'react'
import { Link } from 'react-router'
import { authApi } from '../../../contract/auth.ts'
import { useApi } from '../../api.ts'
import { confirmProblem, NewPasswordFields } from '../../parts/NewPasswordFields.tsx'
import { useForm } from '../../parts/useForm.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function SignUpPage() {
  const [outcome, setOutcome] = useState<'active' | 'waiting'>()
  // if this fails, a sign-up without a required code is rejected at that field
  const code = useApi(authApi.setupGet, {}).data?.code ?? 'none'
  const signUp = useForm(authApi.signUp, {
    initial: { firstName: '', lastName: '', email: '', phone: '', password: '', confirm: '', setupCode: '' },
    toInput: ({ setupCode, ...form }) => ({ ...form, ...(setupCode.trim() ? { setupCode } : {}) }),
    check: confirmProblem,
    onDone: reply => setOutcome(reply.status),
  })
  const { firstName, lastName, email } = signUp.values
  if (outcome) return <SignedUp outcome={outcome} firstName={firstName} />
  return (
    <form {...signUp.form} className="flex flex-col gap-4">
      <PageHeading
        centred
        title="Request an account"
        description="For staff. A superAdmin approves new accounts and assigns roles."
      />
      {signUp.message && <Notice tone="negative">{signUp.message}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Input {...signUp.field('firstName')} label="First name" autoComplete="given-name" autoFocus />
        <Input {...signUp.field('lastName')} label="Last name" autoComplete="family-name" />
      </div>
      <Input {...signUp.field('email')} label="Email" type="email" autoComplete="username" />
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
      {(code !== 'none' || signUp.errors.setupCode) && (
        <Input
          {...signUp.field('setupCode')}
          label="Setup code"
          optional={code === 'accepted'}
          hint={
            code === 'accepted'
              ? 'Only for the second of the two people who set up Iroko.'
              : 'Iroko printed two codes when it started. Two different people use one each.'
          }
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
      )}
      <Button type="submit" look="primary" size="large" wide pending={signUp.pending} className="mt-2">
        Request account
      </Button>
      <p className="text-center text-muted">
        Already have an account?{' '}
        <Link to={paths.login} className="font-medium text-brand-ink underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </form>
  )
}

const OUTCOMES = {
  active: {
    title: 'Account created',
    text: (name: string) =>
      `You are a superAdmin, ${name}. Give the second code to another person. Nothing can be approved until they sign up.`,
    action: 'Sign in',
  },
  waiting: {
    title: 'Pending approval',
    text: (name: string) => `Thank you, ${name}. You can sign in once a superAdmin approves your account.`,
    action: 'Back to sign in',
  },
}

function SignedUp({ outcome, firstName }: { outcome: keyof typeof OUTCOMES; firstName: string }) {
  const { title, text, action } = OUTCOMES[outcome]
  return (
    <div role="status" className="flex flex-col">
      <PageHeading centred title={title} description={text(firstName.trim())} />
      <Link to={paths.login} className={buttonClass(outcome === 'active' ? 'primary' : 'secondary', 'large')}>
        {action}
      </Link>
    </div>
  )
}
