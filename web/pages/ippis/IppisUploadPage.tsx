import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { IntakeScreen } from '../../parts/intake/IntakeScreen.tsx'
import { NewUpload } from '../../parts/intake/NewUpload.tsx'
import { uploadPath } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { CardSkeleton } from '../../ui/Card.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

const PreviewStep = lazyPart(
  () => import('./PreviewStep.tsx').then(step => step.PreviewStep),
  <CardSkeleton lines={8} />,
)

const TITLE = 'Payroll data upload'
const back = <BackLink to={paths.ippis}>IPPIS Data</BackLink>
const NO_PERMISSION = {
  title: 'You do not have permission to upload payroll data',
  action: <LinkButton to={paths.ippis}>View payroll data</LinkButton>,
}

const OTHER_PAGES = {
  book: (id: string): string => paths.accountsTab('import', { id }),
  repayment: uploadPath,
  acknowledgement: (id: string): string => paths.repaymentsTab('instructions', { upload: id }),
}

/** Upload of a payroll file until its approval; `id` in the address continues it after a reload. */
export default function IppisUploadPage() {
  const [params, setParams] = useSearchParams()
  // Kept in memory for one upload only, so that no file continues another upload.
  const [chosen, setChosen] = useState<{ id: string; file: File }>()
  const id = params.get('id')
  if (id)
    return (
      <IntakeScreen
        key={id}
        id={id}
        title={TITLE}
        back={back}
        file={chosen?.id === id ? chosen.file : undefined}
        onFile={file => setChosen({ id, file })}
        againPath={paths.ippisUpload}
        pathOf={paths.ippisUploadOf}
      >
        {intake =>
          // links from the audit trail or an approval do not know the kind of upload
          intake.kind === 'payroll' ? (
            <PreviewStep intake={intake} />
          ) : (
            <Navigate replace to={OTHER_PAGES[intake.kind](intake.id)} />
          )
        }
      </IntakeScreen>
    )
  const correctsId = params.get('corrects') ?? undefined
  return (
    <>
      <PageHeading
        title={TITLE}
        back={back}
        description={
          correctsId
            ? 'Upload corrected rows. They are added to the file they belong to.'
            : 'Upload one payroll month. You confirm the columns first. The data can be used after approval.'
        }
      />
      <NewUpload
        key={correctsId}
        kind="payroll"
        correctsId={correctsId}
        otherwise={NO_PERMISSION}
        onOpened={(opened, file) => {
          setChosen({ id: opened, file })
          setParams({ id: opened }, { replace: true })
        }}
      />
    </>
  )
}
