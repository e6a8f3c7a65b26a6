import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { uploadPath } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { CardSkeleton } from '../../ui/Card.tsx'
import { BackLink } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { NewRepayment } from './NewRepayment.tsx'

const TITLE = 'New repayment upload'
const back = <BackLink to={paths.repaymentTracker}>Repayment Tracker (SMS)</BackLink>

/** Loaded once a file is chosen; the fallback equals its own loading state. */
const IntakeScreen = lazyPart(
  () => import('../../parts/intake/IntakeScreen.tsx').then(part => part.IntakeScreen),
  <>
    <PageHeading title={TITLE} back={back} />
    <CardSkeleton lines={6} />
  </>,
)

/** Upload of a deduction file until its rows are matched; `id` in the address continues it after a reload. */
export default function RepaymentNewPage() {
  const [params, setParams] = useSearchParams()
  // Kept in memory only: a browser cannot read a file again after a reload.
  const [file, setFile] = useState<File>()
  const id = params.get('id')
  if (id)
    return (
      <IntakeScreen
        key={id}
        {...{ id, back, file }}
        title={TITLE}
        onFile={setFile}
        againPath={paths.repaymentNew}
        pathOf={uploadPath}
      >
        {() => <Navigate to={paths.repayment(id)} replace />}
      </IntakeScreen>
    )
  const correctsId = params.get('corrects') ?? undefined
  return (
    <>
      <PageHeading
        title={TITLE}
        back={back}
        description="Upload one payroll deduction file. You confirm the columns first, and nothing is posted until it is approved."
      />
      <NewRepayment
        key={correctsId}
        correctsId={correctsId}
        onOpened={(opened, chosen) => {
          setFile(chosen)
          setParams({ id: opened }, { replace: true })
        }}
      />
    </>
  )
}
