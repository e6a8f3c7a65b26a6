import { Pencil, QrCode as QrIcon, UserRoundX } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { officerLinkApi } from '../../../contract/settings.ts'
import { countText } from '../../../engine/countText.ts'
import { useAct, useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { wholeList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'

const QrCode = lazyPart(
  () => import('../../ui/QrCode.tsx').then(part => part.QrCode),
  <Skeleton className="size-55" />,
)

type OfficerLink = Reply<typeof officerLinkApi.officerLinkList>['rows'][number]

/** The address people type or scan: pages live in the hash. */
export const addressOf = (code: string | undefined): string =>
  `${window.location.origin}/#${paths.loanRequest(code)}`

type Chosen = { act: 'show' | 'expiry'; link: OfficerLink }

/** Each officer's own way to the loan request, with what came through it. */
export function OfficerLinks() {
  const whyNot = useWhyNotChange()
  const [chosen, setChosen] = useState<Chosen>()
  const close = (): void => setChosen(undefined)
  return (
    <ListPage
      title="Officers’ links"
      list={wholeList(useApi(officerLinkApi.officerLinkList, {}))}
      caption="Officers’ links"
      columns={columns(whyNot, setChosen)}
      rowKey={link => link.code}
      exports={exportOf('Export the officers’ links', officerLinkApi.officerLinkExport, {})}
      skeletonRows={3}
      empty={{
        icon: <UserRoundX />,
        title: 'No officer has a code',
        text: 'A superAdmin gives each officer a code under Users; the link appears here.',
      }}
    >
      {chosen?.act === 'show' && <LinkDialog link={chosen.link} onClose={close} />}
      {chosen?.act === 'expiry' && <ExpiryDialog link={chosen.link} onClose={close} />}
    </ListPage>
  )
}

const columns = (whyNot: string | undefined, choose: (chosen: Chosen) => void): Column<OfficerLink>[] => [
  {
    id: 'officer',
    title: 'Officer',
    lead: true,
    cell: link => (
      <div>
        <p className="font-medium">{link.officerName}</p>
        <p className="font-mono text-[0.8125rem] font-normal text-muted">{link.code}</p>
      </div>
    ),
  },
  { id: 'state', title: 'State', cell: link => <LinkState link={link} /> },
  {
    id: 'expires',
    title: 'Last day',
    className: 'max-md:items-center',
    cell: link => (
      <span className="flex items-center gap-1 whitespace-nowrap">
        {link.expiresOn ? dayText(link.expiresOn) : <span className="text-faint">None</span>}
        <IconButton
          label={`Last day of ${link.officerName}’s link`}
          className="-my-2 max-md:-mr-2.5"
          disabledReason={whyNot}
          onClick={() => choose({ act: 'expiry', link })}
        >
          <Pencil aria-hidden size={14} />
        </IconButton>
      </span>
    ),
  },
  { id: 'opened', title: 'Opened', align: 'right', cell: link => countText(link.opened) },
  { id: 'started', title: 'Started', align: 'right', cell: link => countText(link.started) },
  { id: 'submitted', title: 'Submitted', align: 'right', cell: link => countText(link.submitted) },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: link => (
      <span className="flex items-center justify-end gap-1">
        <IconButton
          label={`Link and QR code of ${link.officerName}`}
          onClick={() => choose({ act: 'show', link })}
        >
          <QrIcon aria-hidden size={17} />
        </IconButton>
        <Switch link={link} whyNot={whyNot} />
      </span>
    ),
  },
]

function LinkState({ link }: { link: OfficerLink }) {
  if (!link.officerActive) return <Badge tone="negative">Officer not active</Badge>
  if (!link.enabled) return <Badge>Switched off</Badge>
  if (link.expiresOn !== null && link.expiresOn < todayInLagos()) return <Badge tone="caution">Expired</Badge>
  return (
    <Badge tone="positive" dot>
      Open
    </Badge>
  )
}

function Switch({ link, whyNot }: { link: OfficerLink; whyNot: string | undefined }) {
  const change = useAct(officerLinkApi.officerLinkChange)
  // a promise, not a callback: who undoes it may have left the page meanwhile, and is told all the same
  const toggle = ({ code, officerName, expiresOn }: OfficerLink, enabled: boolean): void =>
    void change.mutateAsync({ code, enabled, expiresOn }).then(
      changed =>
        toast('success', `${officerName}’s link is switched ${enabled ? 'on' : 'off'}.`, {
          undo: () => toggle(changed, !enabled),
        }),
      error => toast('error', error.message),
    )
  return (
    <Button
      size="small"
      pending={change.isPending}
      disabledReason={whyNot}
      onClick={() => toggle(link, !link.enabled)}
    >
      {link.enabled ? 'Switch off' : 'Switch on'}
    </Button>
  )
}

function LinkDialog({ link, onClose }: { link: OfficerLink; onClose: () => void }) {
  const address = addressOf(link.code)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${link.officerName}’s link`}
      description="Whoever applies through it is this officer’s customer."
    >
      <div className="flex flex-col items-center gap-4">
        <QrCode text={address} label={`QR code of ${link.officerName}’s link`} size={220} />
        <Copyable text={address} label="Copy the link" />
      </div>
    </Dialog>
  )
}

function ExpiryDialog({ link, onClose }: { link: OfficerLink; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={officerLinkApi.officerLinkChange}
      initial={{ expiresOn: link.expiresOn ?? '' }}
      input={({ expiresOn }) => ({ code: link.code, enabled: link.enabled, expiresOn: expiresOn || null })}
      done="The last day is saved."
      onClose={onClose}
      title={`Last day of ${link.officerName}’s link`}
      action="Save"
    >
      {({ field }) => (
        <Input
          {...field('expiresOn')}
          label="Last day"
          type="date"
          hint="Empty: the link has no last day."
          optional
        />
      )}
    </ActDialog>
  )
}
