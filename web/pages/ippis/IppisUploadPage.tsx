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
const OTHERWISE = {
  title: 'Your role does not upload payrolls',
  action: <LinkButton to={paths.ippis}>See the payroll data</LinkButton>,
}

const ELSEWHERE = {
  book: (id: string): string => paths.accountsTab('import', { id }),
  repayment: uploadPath,
}

/** One address from the choice of a file to its acceptance: `id` keeps the upload, so a reload goes on with it. */
export default function IppisUploadPage() {
  const [params, setParams] = useSearchParams()
  // Held by the window alone, and for one upload: a file must never be sent as the rest of another.
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
          // whoever comes from the trail or an approval knows only that it is an upload
          intake.kind === 'payroll' ? (
            <PreviewStep intake={intake} />
          ) : (
            <Navigate replace to={ELSEWHERE[intake.kind](intake.id)} />
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
            ? 'Corrected rows, which are added to the file they were refused from.'
            : 'One month of one payroll. Its columns are shown before it runs, and a second person accepts it.'
        }
      />
      <NewUpload
        key={correctsId}
        kind="payroll"
        correctsId={correctsId}
        otherwise={OTHERWISE}
        onOpened={(opened, file) => {
          setChosen({ id: opened, file })
          setParams({ id: opened }, { replace: true })
        }}
      />
    </>
  )
}
