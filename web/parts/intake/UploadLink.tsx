import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { useMay } from '../currentUser.ts'
import { WHY_NO_UPLOAD } from './intakeWords.ts'

type Props = { to: string; icon: ReactNode; look?: ButtonLook; children: ReactNode }

/** Link to an upload page; disabled with a reason without permission. */
export function UploadLink({ to, ...rest }: Props) {
  return useMay('money.ask') ? (
    <LinkButton to={to} {...rest} />
  ) : (
    <Button {...rest} disabledReason={WHY_NO_UPLOAD} />
  )
}
