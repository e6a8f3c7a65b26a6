import { ApplicantLayout } from './layouts/ApplicantLayout.tsx'
import LoanRequestPage from './pages/loan-request/LoanRequestPage.tsx'

/** The public page, without a session, a router or a cache. */
export default function Applicant() {
  return (
    <ApplicantLayout>
      <LoanRequestPage />
    </ApplicantLayout>
  )
}
