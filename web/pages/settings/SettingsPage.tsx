import { ChevronRight, Link2, Repeat, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'

export default function SettingsPage() {
  return (
    <>
      <PageHeading title="Settings" description="How the lender works: products, rules, limits and links." />
      <div className="mb-6 grid gap-4 sm:grid-cols-2">
        <Section to={paths.loanFrequency} icon={<Repeat />} title="Loan frequency">
          How often loans are repaid, and how often one may borrow.
        </Section>
        <Section to={paths.linkStatus} icon={<Link2 />} title="Link status">
          The public loan-request link, the officers’ links, and the links to outside services.
        </Section>
      </div>
      <Card>
        <EmptyState icon={<SlidersHorizontal />} title="Nothing else to set yet">
          Organisation, products, fees, reason codes, limits for a second person, payroll sources, classes and
          provisions, SMS, security and retention are set here.
        </EmptyState>
      </Card>
    </>
  )
}

type SectionProps = { to: string; icon: ReactNode; title: string; children: ReactNode }

function Section({ to, icon, title, children }: SectionProps) {
  return (
    <Link
      to={to}
      className="group flex items-start gap-4 rounded-xl border border-line bg-surface p-5 shadow-card transition-colors
        hover:border-edge"
    >
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-ink [&>svg]:size-5"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="mt-0.5 block text-muted">{children}</span>
      </span>
      <ChevronRight
        aria-hidden
        size={18}
        className="mt-2.5 text-faint transition-transform group-hover:translate-x-0.5"
      />
    </Link>
  )
}
