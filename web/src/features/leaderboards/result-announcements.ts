import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { QueryClient } from '@tanstack/react-query'
import { notifyToast } from '../../client/messages/notify.ts'

const TITLE = 'Race Results Updated'

/** Toasts that a result is published, on any page (docs/contract.md, Realtime). */
export const announceResult = (_: QueryClient, { race }: FrameOf<'race_completed'>['data']): void =>
  notifyToast({ about: `result of ${race.id}`, title: TITLE, message: `${race.name} has finished!` })

/** Toasts that a result is changed or withdrawn. A change of status alone is visible above the board. */
export const announceCorrection = (
  _: QueryClient,
  { race, status, reason }: FrameOf<'result_corrected'>['data'],
): void =>
  notifyToast({
    about: `result of ${race.id}`,
    title: TITLE,
    message: `The result of ${race.name} was ${status === 'cancelled' ? 'withdrawn' : 'corrected'}`,
    detail: reason ?? undefined,
    kind: 'info',
  })
