import { Badge } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { minutes } from '../../../client/api/query-client.ts'
import { notifyToast } from '../../../client/messages/notify.ts'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { plural } from '../../../ui/time/format.ts'
import { racesForTips } from '../../groups/api/card-facts.ts'
import { groupsQuery } from '../../groups/api/group-queries.ts'
import { raceProgressQuery } from '../../groups/api/group-standings-queries.ts'
import { groupCompetition } from '../../groups/tipping/group-competition.ts'
import { useUser } from '../../session/user-query.ts'
import { expirePick, type PickDraft, picksIn, usePickDrafts } from '../../tipping/api/pick-drafts.ts'
import { type Competition, countingOf, isClosed, OPEN_COMPETITION } from '../../tipping/api/tip-card-state.ts'
import { productRacesQuery, racesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'

/** Refetch interval in ms: frames cover the active weekend only. */
const REFETCH_MS = minutes(5)
const RETRY_MS = 15_000

const refetchInterval = ({ state }: { state: { status: string } }): number =>
  state.status === 'error' ? RETRY_MS : REFETCH_MS

/** Returns the rules of a draft's competition and its counting races; undefined while uncertain. */
const useRules = ({ weekendId, groupId }: PickDraft): { competition: Competition; races: Race[] } | undefined => {
  const isInGroup = groupId !== null
  const openRaces = useQuery({ ...productRacesQuery(weekendId), enabled: !isInGroup, refetchInterval })
  const allRaces = useQuery({ ...racesQuery(weekendId), enabled: isInGroup, refetchInterval })
  const groups = useQuery({ ...groupsQuery, enabled: isInGroup, refetchInterval })
  const progress = useQuery({ ...raceProgressQuery(groupId ?? 0), enabled: isInGroup })
  // A reply in flight or a failed one may change them: acting on an outdated deadline would drop the pick.
  const isKnown = (isInGroup ? [allRaces, groups] : [openRaces]).every(
    ({ isSuccess, isFetching }) => isSuccess && !isFetching,
  )
  // Without progress, as after an error, the current selection decides.
  const isProgressKnown = !isInGroup || !progress.isPending
  if (!isKnown || !isProgressKnown) return
  if (!isInGroup) return { competition: OPEN_COMPETITION, races: openRaces.data ?? [] }
  const group = groups.data?.find(({ id }) => id === groupId)
  // Of a group that the fan has left only the races are known.
  if (!group) return { competition: { ...OPEN_COMPETITION, groupId }, races: allRaces.data ?? [] }
  return { competition: groupCompetition(group), races: racesForTips(group, allRaces.data ?? [], progress.data) }
}

/** Whether the pick's tips have closed under the current races and rules of its competition. */
const useIsOver = (draft: PickDraft): boolean => {
  const now = useServerNow(5_000)
  const rules = useRules(draft)
  if (!rules) return false
  const counting = countingOf(draft, rules.races)
  // A category without races accepts no tips; they may return before the last known deadline.
  if (counting.length === 0) return draft.closesAt !== null && Date.parse(draft.closesAt) <= now
  return isClosed({ counting, competition: rules.competition }, now)
}

/** Drops the pick once its tips have closed, and notifies that it was not saved. */
const ExpirePick = ({ draft, userId }: { draft: PickDraft; userId: string }) => {
  const isOver = useIsOver(draft)
  useEffect(() => {
    if (!isOver || !expirePick(userId, draft)) return
    notifyToast({
      title: 'Tips closed',
      message: `${draft.car} was not saved for ${draft.category}.`,
      kind: 'error',
      about: `unsaved pick ${draft.weekendId} ${draft.groupId} ${draft.categoryId}`,
    })
  }, [isOver, draft, userId])
  return null
}

const ExpirePicks = ({ drafts }: { drafts: readonly PickDraft[] }) => {
  const userId = useUser()?.id
  if (userId === undefined) return null
  return drafts.map((draft) => (
    <ExpirePick key={`${draft.weekendId}/${draft.groupId}/${draft.categoryId}`} draft={draft} userId={userId} />
  ))
}

const Unsaved = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <>
      <span className="ps-hidden">, {plural(count, 'pick')} not saved</span>
      <span aria-hidden="true" title={`${plural(count, 'pick')} not saved`}>
        <Badge size="sm" variant="yellow">
          {count}
        </Badge>
      </span>
    </>
  )

/** Number of unsaved picks of the active weekend in the open competition. */
export const UnsavedTips = () => {
  const drafts = usePickDrafts()
  const { weekend } = useActiveWeekend()
  return (
    <>
      <ExpirePicks drafts={drafts} />
      <Unsaved count={weekend ? picksIn({ weekendId: weekend.id, groupId: null }, drafts).length : 0} />
    </>
  )
}

/** Number of unsaved picks in all groups. */
export const UnsavedGroupTips = () => (
  <Unsaved count={usePickDrafts().filter(({ groupId }) => groupId !== null).length} />
)
