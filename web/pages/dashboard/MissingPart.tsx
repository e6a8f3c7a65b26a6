import type { ComponentProps } from 'react'
import { LoadError } from '../../parts/LoadError.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'

type Props = { of: ComponentProps<typeof LoadError>['of']; lines: number }

/** In place of a part that is not loaded: the error, or that it is loading. */
export const MissingPart = ({ of, lines }: Props) =>
  of.error ? (
    <Card>
      <LoadError of={of} />
    </Card>
  ) : (
    <CardSkeleton lines={lines} />
  )
