import { useQueryClient } from '@tanstack/react-query'
import { Bell, BellRing, CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Reply } from '../../contract/endpoint.ts'
import { notificationApi } from '../../contract/notifications.ts'
import { call, queryKey, useApi } from '../api.ts'
import { recordPath } from '../parts/recordPath.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import { toast } from '../ui/toast.ts'
import { useGuardedNavigate } from '../ui/useGuardedNavigate.ts'

export const NOTIFY_EVERY_MS = 15_000

type Notifications = Reply<typeof notificationApi.notificationList>
type Notification = Notifications['rows'][number]

const ICONS: Record<Notification['kind'], typeof Bell> = {
  approved: CircleCheck,
  declined: CircleX,
  assigned: BellRing,
  failed: TriangleAlert,
}

/** Loads the notifications every 15 seconds while the tab is visible. */
function useNotifications() {
  const notifications = useApi(notificationApi.notificationList, {})
  const { refetch } = notifications
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (!document.hidden) void refetch()
    }, NOTIFY_EVERY_MS)
    return () => window.clearInterval(timer)
  }, [refetch])
  return notifications.data
}

/** A decision that arrives while the console is open: a toast, and the page is loaded again. */
function useDecisionToasts(data: Notifications | undefined): void {
  const client = useQueryClient()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!data) return
    const before = known.current
    known.current = new Set(data.rows.map(row => row.key))
    const news = before ? data.rows.filter(row => !before.has(row.key)) : []
    for (const { kind, title } of news)
      if (kind === 'approved' || kind === 'declined')
        toast(kind === 'approved' ? 'success' : 'warning', title)
    if (news.length > 0)
      void client.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => path !== notificationApi.notificationList.path,
      })
  }, [data, client])
}

/** The bell of the frame, with the number of unread notifications. */
export function NotificationBell() {
  const data = useNotifications()
  useDecisionToasts(data)
  const follow = useGuardedNavigate()
  const client = useQueryClient()
  const rows = data?.rows ?? []
  const unreadKeys = rows.filter(row => !row.isRead).map(row => row.key)
  const unread = unreadKeys.length
  const markRead = (keys: string[]): void => {
    void call(notificationApi.notificationsSeen, { keys }).then(
      () => client.invalidateQueries({ queryKey: queryKey(notificationApi.notificationList, {}) }),
      (error: Error) => toast('error', error.message),
    )
  }
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  return (
    <Menu
      label="Notifications"
      header={
        <p className="max-w-80 font-semibold">
          {rows.length === 0 ? 'No notifications' : unread === 0 ? 'All read' : 'Notifications'}
        </p>
      }
      trigger={
        <IconButton label={label} className="relative">
          <Bell aria-hidden size={18} />
          {unread > 0 && (
            <span
              aria-hidden
              className="absolute top-0.5 right-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-negative px-1
                text-[0.625rem] leading-none font-semibold text-surface"
            >
              {unread}
            </span>
          )}
        </IconButton>
      }
      items={[
        ...(unread > 0
          ? [{ id: 'read', title: 'Mark all as read', onSelect: () => markRead(unreadKeys) }]
          : []),
        ...rows.map(row => {
          const Icon = ICONS[row.kind]
          const to = recordPath(row)
          return {
            id: row.key,
            title: row.title,
            detail: row.text,
            isUnread: !row.isRead,
            icon: <Icon />,
            onSelect: () => {
              if (!row.isRead) markRead([row.key])
              if (to) follow(to)
            },
          }
        }),
      ]}
    />
  )
}
