import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notifyNews } from '../../lib/notify.ts'
import { useServerNow } from '../../lib/server-clock.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { plural } from '../../ui/format.ts'
import { useUser } from '../session/user-query.ts'
import { useActiveWeekend } from '../weekends/active-weekend.tsx'
import { racesQuery } from '../weekends/weekend-queries.ts'
import { lapsePick, type PickDraft, picksIn, usePickDrafts } from './pick-drafts.ts'
import { countingOf, hasLocked } from './tip-card-state.ts'

/** Whether no race of the pick's category takes tips any more, by the races as they are now. */
const isOver = async (client: QueryClient, { weekendId, categoryId }: PickDraft, now: number): Promise<boolean> =>
  hasLocked({ counting: countingOf({ categoryId }, await client.fetchQuery(racesQuery(weekendId))) }, now)

/** Drops each pick whose tips have closed, and says that it was not saved. */
const useLapse = (drafts: readonly PickDraft[]): void => {
  const client = useQueryClient()
  const userId = useUser()?.id
  const now = useServerNow(5_000)
  const due = drafts.filter(({ closesAt }) => closesAt !== null && Date.parse(closesAt) <= now)
  const key = due.map(({ weekendId, groupId, categoryId }) => `${weekendId}/${groupId}/${categoryId}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for those that have become due
  useEffect(() => {
    if (userId === undefined) return
    for (const draft of due)
      isOver(client, draft, now).then(
        (over) => {
          if (!over || !lapsePick(userId, draft)) return
          notifyNews({
            title: 'Tips closed',
            message: `${draft.car} was not saved for ${draft.category}.`,
            kind: 'error',
            about: `unsaved pick ${draft.weekendId} ${draft.groupId} ${draft.categoryId}`,
          })
        },
        (error) => console.warn('It is not known whether tips have closed', error),
      )
  }, [client, userId, key])
}

const Unsaved = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <>
      <span className="ps-hidden">, {plural(count, 'pick')} not saved</span>
      <span aria-hidden="true" title={`${plural(count, 'pick')} not saved`}>
        <CountBadge count={count} waits />
      </span>
    </>
  )

/** The unsaved picks of the weekend that is shown, in the open competition. */
export const UnsavedTips = () => {
  const drafts = usePickDrafts()
  useLapse(drafts)
  const { weekend } = useActiveWeekend()
  return <Unsaved count={weekend ? picksIn({ weekendId: weekend.id, groupId: null }, drafts).length : 0} />
}

/** The unsaved picks of all groups. */
export const UnsavedGroupTips = () => (
  <Unsaved count={usePickDrafts().filter(({ groupId }) => groupId !== null).length} />
)
