import { useSearchParams } from 'react-router'
import { CardSkeleton } from '../../ui/Card.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { BankAlertsList } from './BankAlertsList.tsx'

const WAITING = <CardSkeleton lines={5} />
const RepliesList = lazyPart(() => import('./RepliesList.tsx').then(part => part.RepliesList), WAITING)
const OptOutsList = lazyPart(() => import('./OptOutsList.tsx').then(part => part.OptOutsList), WAITING)

const BOXES = [
  { value: 'claims', title: 'Bank alerts' },
  { value: 'replies', title: 'Replies' },
  { value: 'optOuts', title: 'Opt-outs' },
] as const

/** Inbound messages: bank alerts, replies and opt-outs. */
export function InboundTab() {
  const [params, setParams] = useSearchParams()
  const box = BOXES.find(({ value }) => value === params.get('box'))?.value ?? 'claims'
  return (
    <>
      <div className="mb-4 flex">
        <Choices
          label="Inbound messages"
          choices={BOXES}
          current={box}
          onChoose={next => setParams({ tab: 'inbound', ...(next === 'claims' ? {} : { box: next }) })}
        />
      </div>
      {box === 'claims' && <BankAlertsList />}
      {box === 'replies' && <RepliesList />}
      {box === 'optOuts' && <OptOutsList />}
    </>
  )
}
