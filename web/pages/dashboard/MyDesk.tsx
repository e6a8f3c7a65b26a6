import { useEffect, useState } from 'react'
import { dashboardApi } from '../../../contract/dashboard.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { AwaitedFiles } from '../../parts/payroll/AwaitedFiles.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ApprovalsList, useApprovals } from './ApprovalsList.tsx'
import { DeclinedCard, useDeclined } from './DeclinedCard.tsx'
import { rowsOf, type Work } from './dashboardWords.ts'
import { ExceptionsCard } from './ExceptionsCard.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { MissingPart } from './MissingPart.tsx'
import { DeskFigures } from './PortfolioCards.tsx'
import { RejectedCard, useRejections } from './RejectedCard.tsx'
import { LIST_IDS, WorkPanel, WorstList } from './WorkPanel.tsx'

/** The parts wait for each other this long, so that the page is drawn once. */
const TOGETHER_MS = 1_000

/** Whether the page still waits for its parts. A slow or failing part does not hold back the others. */
function useTogether(isComing: boolean): boolean {
  // a part that is loaded again does not hide what is shown
  const [isOver, setOver] = useState(!isComing)
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), isComing ? TOGETHER_MS : 0)
    return () => window.clearTimeout(timer)
  }, [isComing])
  return isComing && !isOver
}

/** The counts, and the lists behind some of them. */
function useTasks() {
  const toDecide = useApprovals('toDecide', useMay('approval.decide'))
  const mine = useApprovals('mine')
  const declined = useDeclined()
  return {
    work: useApi(dashboardApi.dashboardWork, {}),
    lists: { toDecide, mine, declined },
    rejections: useRejections(),
  }
}

/** What the reader has to do. */
export function MyDesk() {
  const tasks = useTasks()
  const { work, lists, rejections } = tasks
  const isComing = [work, ...Object.values(lists), ...Object.values(rejections)].some(each => each.isLoading)
  const portfolio = useApi(dashboardApi.dashboardPortfolio, {})
  return (
    <div className="flex flex-col gap-5">
      <DeskFigures portfolio={portfolio.data} isMissing={portfolio.error !== null} />
      {/* the number of items is not known yet, and the page must not jump when it is */}
      {useTogether(isComing) ? (
        <CardSkeleton lines={16} />
      ) : (
        <>
          <Tasks {...tasks} />
          <AwaitedFiles />
        </>
      )}
    </div>
  )
}

/** What a tile leads to; empty, it takes no room. */
const LIST = 'scroll-mt-20 rounded-xl outline-none empty:hidden'

function Tasks({ work, lists, rejections }: ReturnType<typeof useTasks>) {
  const mayDecide = useMay('approval.decide')
  const { toDecide, mine, declined } = lists
  return (
    <>
      {work.data?.firstSteps && <FirstStepsCard guide={work.data.firstSteps} />}
      {mayDecide && (
        <div id={LIST_IDS.toDecide} tabIndex={-1} className={LIST}>
          {toDecide.isLoading && work.data?.toDecide?.waiting !== 0 && <CardSkeleton lines={3} />}
          <ApprovalsList view="toDecide" list={toDecide} />
        </div>
      )}
      <div id={LIST_IDS.mine} tabIndex={-1} className={LIST}>
        {mine.isLoading && work.data?.mine.waiting !== 0 && <CardSkeleton lines={3} />}
        <ApprovalsList view="mine" list={mine} />
      </div>
      {((declined.data?.total ?? 0) > 0 || declined.error) && <DeclinedCard list={declined} />}
      {work.data ? <Queues work={work.data} rejections={rejections} /> : <MissingPart of={work} lines={4} />}
    </>
  )
}

function Queues({ work, rejections }: { work: Work; rejections: ReturnType<typeof useRejections> }) {
  const { exceptions, arrears, askedAt } = work
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <div className="flex flex-col gap-5">
        <ExceptionsCard exceptions={exceptions} askedAt={askedAt} />
        {arrears && arrears.worst.length > 0 && (
          <Card
            flush
            title="Your customers in arrears"
            actions={
              <LinkButton size="small" to={rowsOf.officerLate(arrears.officerCode)}>
                View all
              </LinkButton>
            }
          >
            <WorstList arrears={arrears} />
          </Card>
        )}
      </div>
      <div className="flex flex-col gap-5">
        <WorkPanel work={work} />
        <RejectedCard of={rejections} />
      </div>
    </div>
  )
}
