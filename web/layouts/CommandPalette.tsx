import { Zap } from 'lucide-react'
import { useState } from 'react'
import { createPath, resolvePath } from 'react-router'
import { useCurrentUser } from '../parts/currentUser.ts'
import { type CommandGroup, CommandPalette as Palette } from '../ui/CommandPalette.tsx'
import { recordActs } from '../ui/recordActs.ts'
import { useGuardedNavigate } from '../ui/useGuardedNavigate.ts'
import { matching, pagesMatching } from './pages.ts'
import { type FrameActs, useCommands } from './useCommands.tsx'
import { useRecords } from './useRecords.tsx'

type Props = FrameActs & { onClose: () => void }

/** Ctrl-K: actions of the open record, pages, actions, and the records that match what was typed. */
export default function CommandPalette({ onClose, ...frame }: Props) {
  const { roles } = useCurrentUser()
  const follow = useGuardedNavigate()
  const [typed, setTyped] = useState('')
  const records = useRecords(typed)
  const commands = useCommands(frame)
  const [ofRecord] = useState(recordActs)
  const acts = ofRecord.map(({ title, commands: all }) => ({
    title,
    commands: matching(all, typed).map(act => ({ ...act, icon: <Zap /> })),
  }))
  // a user who types looks for a record first, then for an action of the open one
  const groups: CommandGroup[] = [
    ...(typed === '' ? acts : []),
    ...records.groups,
    ...(typed === '' ? [] : acts),
    {
      title: 'Pages',
      commands: pagesMatching(roles, typed).map(({ id, title, hint, path, icon: Icon }) => ({
        id,
        title,
        ...(hint ? { hint } : {}),
        icon: <Icon />,
        onSelect: () => follow(createPath(resolvePath(path, '/'))),
      })),
    },
    { title: 'Actions', commands: matching(commands, typed) },
  ]
  return (
    <Palette
      typed={typed}
      onType={setTyped}
      groups={groups}
      searching={records.searching}
      problem={records.problem}
      placeholder="Search records, pages and actions"
      onClose={onClose}
    />
  )
}
