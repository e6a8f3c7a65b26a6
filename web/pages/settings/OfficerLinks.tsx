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

/** Public address of the loan request page. */
export const addressOf = (code: string | undefined): string =>
  `${window.location.origin}/#${paths.loanRequest(code)}`

type Chosen = { act: 'show' | 'expiry'; link: OfficerLink }

/** Loan request links of account officers, with their use. */
export function OfficerLinks() {
  const whyNot = useWhyNotChange()
  const [chosen, setChosen] = useState<Chosen>()
  const close = (): void => setChosen(undefined)
  return (
    <ListPage
      title="Account officer links"
      list={wholeList(useApi(officerLinkApi.officerLinkList, {}))}
      caption="Account officer links"
      columns={columns(whyNot, setChosen)}
      rowKey={link => link.code}
      exports={exportOf('Export account officer links', officerLinkApi.officerLinkExport, {})}
      skeletonRows={3}
      empty={{
        icon: <UserRoundX />,
        title: 'No account officer links yet',
        text: 'A superAdmin sets officer codes under Users. The link then appears here.',
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
    title: 'Account officer',
    lead: true,
    cell: link => (
      <div>
        <p className="font-medium">{link.officerName}</p>
        <p className="font-mono text-[0.8125rem] font-normal text-muted">{link.code}</p>
      </div>
    ),
  },
  { id: 'state', title: 'Status', cell: link => <LinkState link={link} /> },
  {
    id: 'expires',
    title: 'Expires',
    className: 'max-md:items-center',
    cell: link => (
      <span className="flex items-center gap-1 whitespace-nowrap">
        {link.expiresOn ? dayText(link.expiresOn) : <span className="text-faint">None</span>}
        <IconButton
          label={`Expiry date of ${link.officerName}’s link`}
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
  if (!link.officerActive) return <Badge tone="negative">Account officer inactive</Badge>
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
  // a promise, not a callback: the page may be closed when the undo is pressed
  const toggle = ({ code, officerName, expiresOn }: OfficerLink, enabled: boolean): void =>
    void change.mutateAsync({ code, enabled, expiresOn }).then(
      changed =>
        toast('success', `${officerName}’s link switched ${enabled ? 'on' : 'off'}.`, {
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
      description="Requests through this link are assigned to this account officer."
    >
      <div className="flex flex-col items-center gap-4">
        <QrCode text={address} label={`QR code of ${link.officerName}’s link`} size={220} />
        <Copyable text={address} label="Copy link" />
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
      done="Expiry date saved."
      onClose={onClose}
      title={`Expiry date of ${link.officerName}’s link`}
      action="Save"
    >
      {({ field }) => (
        <Input
          {...field('expiresOn')}
          label="Expiry date"
          type="date"
          hint="Leave blank for no end date."
          optional
        />
      )}
    </ActDialog>
  )
}
