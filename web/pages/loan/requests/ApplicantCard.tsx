import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { rolesNamed } from '../../../../contract/roles.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../../contract/vocabulary.ts'
import { type LocalDate, wholeMonthsBetween } from '../../../../engine/dates.ts'
import { formatNaira, type Kobo } from '../../../../engine/money.ts'
import { useMay } from '../../../parts/currentUser.ts'
import { type Fact, FactList } from '../../../parts/FactList.tsx'
import { dayText, HIDDEN_PAY } from '../../../parts/figures.ts'
import { consentTextName, type LoanRequest, retirementText } from '../../../parts/requestWords.ts'
import { useSection } from '../../../parts/useSection.ts'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import type { Revealed } from './RequestRevealDialog.tsx'

const RequestRevealDialog = lazyPart(() =>
  import('./RequestRevealDialog.tsx').then(dialog => dialog.RequestRevealDialog),
)

type Props = { request: LoanRequest; today: LocalDate }

/** The applicant's statements. Personal data is masked until it is revealed with a reason. */
export function ApplicantCard({ request, today }: Props) {
  const mayReveal = useMay('personal.reveal')
  const [asking, setAsking] = useState(false)
  // held in this component only, never cached
  const [revealed, setRevealed] = useState<Revealed>()
  const { application } = request
  const shown = { ...application, ...revealed }
  return (
    <Card
      title="Applicant"
      actions={
        revealed ? (
          <Button size="small" icon={<EyeOff aria-hidden size={15} />} onClick={() => setRevealed(undefined)}>
            Hide
          </Button>
        ) : (
          <Button
            size="small"
            icon={<Eye aria-hidden size={15} />}
            disabledReason={mayReveal ? undefined : `Only ${REVEALERS} can reveal personal data.`}
            onClick={() => setAsking(true)}
          >
            Reveal
          </Button>
        )
      }
    >
      <div className="-my-1.5 flex flex-col gap-4">
        {revealed && (
          <Notice tone="caution">
            Personal data is visible. This view has been logged with your reason.
          </Notice>
        )}
        <FactList facts={identity(shown, today)} />
        <Section title="Work">
          <Work request={request} netPay={revealed?.netPay} />
        </Section>
        <Section title="Bank">
          <FactList facts={bank(shown, request.nuban)} />
        </Section>
        <Section title="Next of kin">
          <FactList
            facts={[
              { term: 'Name', value: shown.kinName, below: shown.kinRelationship },
              { term: 'Phone', value: shown.kinPhone },
              { term: 'Address', value: shown.kinAddress },
            ]}
          />
        </Section>
        <Section title="Consent">
          <FactList facts={consent(request)} />
        </Section>
      </div>
      {asking && (
        <RequestRevealDialog
          id={request.row.id}
          reference={request.row.reference}
          onClose={() => setAsking(false)}
          onRevealed={setRevealed}
        />
      )}
    </Card>
  )
}

const REVEALERS = rolesNamed('personal.reveal', 'and')

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-3">
      <h3 className="mb-1 text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

type Application = LoanRequest['application']

const identity = (stated: Application, today: LocalDate): Fact[] => [
  {
    term: 'Name',
    value: `${stated.title} ${stated.surname} ${stated.firstName} ${stated.otherNames}`.trim(),
    below: stated.gender,
  },
  {
    term: 'Date of birth',
    value: dayText(stated.dateOfBirth),
    below: `${Math.floor(wholeMonthsBetween(stated.dateOfBirth, today) / 12)} years old`,
  },
  { term: 'Phone', value: stated.phone },
  { term: 'Email', value: stated.email },
  { term: 'BVN', value: stated.bvn },
  { term: 'NIN', value: stated.nin },
  { term: 'Address', value: stated.address, below: `${stated.lga}, ${stated.state}` },
  { term: 'Purpose', value: stated.purpose },
]

type WorkProps = { request: LoanRequest; netPay: Kobo | undefined }

function Work({ request: { application: stated, retirementOn, monthsToRetirement }, netPay }: WorkProps) {
  const sources = useSection('payroll')?.sources ?? []
  const source = sources.find(each => each.code === stated.payrollSource)?.name ?? stated.payrollSource
  const grade = [stated.grade, stated.step && `step ${stated.step}`].filter(Boolean).join(', ')
  return (
    <FactList
      facts={[
        { term: EMPLOYER, value: stated.mda, below: grade },
        { term: IPPIS_NUMBER, value: stated.ippisNumber, below: source },
        {
          term: 'Net pay',
          value: netPay === undefined ? HIDDEN_PAY : formatNaira(netPay),
          below: 'as stated by the applicant',
        },
        { term: 'First appointment', value: dayText(stated.firstAppointmentOn) },
        {
          term: 'Retirement',
          value: retirementOn ? dayText(retirementOn) : 'Not available',
          below: monthsToRetirement !== null && retirementText(monthsToRetirement),
        },
      ]}
    />
  )
}

const NUBAN: Record<LoanRequest['nuban'], { tone: Tone; words: string }> = {
  ok: { tone: 'positive', words: 'Check digit valid' },
  'wrong check digit': { tone: 'caution', words: 'Check digit does not match' },
  'not checkable': { tone: 'neutral', words: 'No check digit for this bank' },
  'not 10 digits': { tone: 'negative', words: 'Not 10 digits' },
}

const bank = (stated: Application, nuban: LoanRequest['nuban']): Fact[] => [
  { term: 'Bank', value: stated.bankName },
  {
    term: 'Account',
    value: stated.accountNumber,
    below: <Badge tone={NUBAN[nuban].tone}>{NUBAN[nuban].words}</Badge>,
  },
]

const consent = ({ row, consent: { version, at, address, hash } }: LoanRequest): Fact[] => [
  {
    term: 'Given by',
    value: row.channel === 'staff' ? 'Confirmed by the user who started the request' : 'Applicant',
  },
  { term: 'Text', value: consentTextName(version), below: <RelativeTime at={at} /> },
  { term: 'IP address', value: address },
  { term: 'Hash', value: <code className="font-mono text-xs break-all">{hash}</code> },
]
