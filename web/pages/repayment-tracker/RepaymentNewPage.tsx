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

/** Needed once a file is chosen; until then it shows what it shows itself while the upload is looked up. */
const IntakeScreen = lazyPart(
  () => import('../../parts/intake/IntakeScreen.tsx').then(part => part.IntakeScreen),
  <>
    <PageHeading title={TITLE} back={back} />
    <CardSkeleton lines={6} />
  </>,
)

/** From the choice of a file until its rows stand in bins: `id` keeps the upload, so a reload goes on with it. */
export default function RepaymentNewPage() {
  const [params, setParams] = useSearchParams()
  // Held by the window alone: nothing may read a file again that was chosen before a reload.
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
        description="One file of deductions. Its columns are shown before it runs, and a second person agrees before anything is posted."
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
