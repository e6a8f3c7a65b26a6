import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { authApi } from '../../../contract/auth.ts'
import { useApi } from '../../api.ts'
import { confirmProblem, NewPasswordFields } from '../../parts/NewPasswordFields.tsx'
import { useForm } from '../../parts/useForm.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Outcome = 'changed' | 'invalid'

export default function ResetPage() {
  const { token = '' } = useParams()
  // a new link in the same tab starts again
  return <Reset key={token} token={token} />
}

function Reset({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome>()
  const reset = useForm(authApi.passwordReset, {
    initial: { password: '', confirm: '' },
    toInput: values => ({ ...values, token }),
    check: confirmProblem,
    onDone: () => setOutcome('changed'),
    onRefused: error => {
      const linkIsBad = error.code === 'reset.invalid' || error.fields?.token !== undefined
      if (linkIsBad) setOutcome('invalid')
      return linkIsBad
    },
  })
  const link = useApi(authApi.resetLinkCheck, { token }, { staleMs: Number.POSITIVE_INFINITY })
  // an incomplete link has no field to show its error on
  const isGone = link.data?.works === false || link.error?.fields?.token || reset.errors.token
  if (outcome || isGone) return <ResetResult outcome={outcome ?? 'invalid'} />
  // other errors are shown by the form
  if (link.isPending) return <Loading />
  return (
    <form {...reset.form} className="flex flex-col gap-4">
      <PageHeading
        centred
        title="Choose a new password"
        description="The link works once. All your sessions end when the password changes."
      />
      {reset.message && <Notice tone="negative">{reset.message}</Notice>}
      <NewPasswordFields
        label="New password"
        password={{ ...reset.field('password'), autoFocus: true }}
        confirm={reset.field('confirm')}
      />
      <Button type="submit" look="primary" size="large" wide pending={reset.pending} className="mt-2">
        Change password
      </Button>
    </form>
  )
}

function Loading() {
  return (
    <div data-first-load role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="mx-auto h-7 w-3/5" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  )
}

const OUTCOMES = {
  changed: {
    title: 'Password changed',
    text: 'You have been signed out everywhere. Sign in with the new password.',
  },
  invalid: {
    title: 'This link is no longer valid',
    text: 'It was used already, has expired or is incomplete. Ask a superAdmin for a new link.',
  },
}

function ResetResult({ outcome }: { outcome: Outcome }) {
  const { title, text } = OUTCOMES[outcome]
  return (
    <div role={outcome === 'invalid' ? 'alert' : 'status'} className="flex flex-col">
      <PageHeading centred title={title} description={text} />
      <Link
        to={paths.login}
        className={buttonClass(outcome === 'changed' ? 'primary' : 'secondary', 'large')}
      >
        {outcome === 'changed' ? 'Sign in' : 'Back to sign in'}
      </Link>
    </div>
  )
}
