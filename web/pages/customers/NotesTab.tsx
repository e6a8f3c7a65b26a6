import { useState } from 'react'
import { Card } from '../../ui/Card.tsx'
import { AddNoteForm, AddPromiseForm } from './NoteForms.tsx'
import { NotesPanel } from './NotesPanel.tsx'

type Props = { customerId: string; whyNot: string | undefined }

export function NotesTab({ customerId, whyNot }: Props) {
  // a new key empties the submitted form; the other form keeps its text
  const [notes, setNotes] = useState(0)
  const [promises, setPromises] = useState(0)
  const form = { customerId, whyNot }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card flush title="Notes and promises to pay">
        <NotesPanel customerId={customerId} whyNot={whyNot} />
      </Card>
      <div className="flex flex-col gap-6 max-lg:order-first print:hidden">
        <Card title="Add note">
          <AddNoteForm key={notes} {...form} onDone={() => setNotes(now => now + 1)} />
        </Card>
        <Card title="Promise to pay">
          <AddPromiseForm key={promises} {...form} onDone={() => setPromises(now => now + 1)} />
        </Card>
      </div>
    </div>
  )
}
