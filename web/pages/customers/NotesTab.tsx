import { useState } from 'react'
import { AddNoteForm, AddPromiseForm } from '../../parts/customer/NoteForms.tsx'
import { NotesPanel } from '../../parts/customer/NotesPanel.tsx'
import { Card } from '../../ui/Card.tsx'

type Props = { customerId: string; whyNot: string | undefined }

export function NotesTab({ customerId, whyNot }: Props) {
  // what was sent is done; the next note begins on an empty form
  const [written, setWritten] = useState(0)
  const form = { customerId, whyNot, onDone: () => setWritten(now => now + 1) }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card flush title="Notes and promises to pay">
        <NotesPanel customerId={customerId} whyNot={whyNot} />
      </Card>
      <div className="flex flex-col gap-6 max-lg:order-first">
        <Card title="Write something down">
          <AddNoteForm key={`note ${written}`} {...form} />
        </Card>
        <Card title="Promise to pay">
          <AddPromiseForm key={`promise ${written}`} {...form} />
        </Card>
      </div>
    </div>
  )
}
