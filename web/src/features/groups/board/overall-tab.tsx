import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useLive, usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { useIsPhone } from '../../../ui/base/use-is-phone.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { useFollowProjected } from '../../leaderboard-rows/api/follow-projected.ts'
import { LEADERBOARD_POLL_MS, leaderboardQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { WaitingList } from '../../leaderboard-rows/components/board-row.tsx'
import { groupLayout } from '../../leaderboard-rows/components/group-layout.tsx'
import type { RaceCount } from '../../leaderboard-rows/components/pick-segments.ts'
import { Leaderboard } from '../../leaderboards/leaderboard.tsx'
import { ProjectedLeaderboard } from '../../leaderboards/projected-leaderboard.tsx'
import { ViewSwitch } from '../../leaderboards/view-switch.tsx'
import type { GroupOfWeekend } from '../api/waiting.ts'
import { DialogBoard } from './dialog-board.tsx'
import classes from './group-leaderboard-dialog.module.css'

/** Row heights of the stylesheet, in px. */
const HEIGHTS = { desk: 54, phone: 64 }

type ViewsProps = {
  scope: WeekendScope
  races: readonly Race[] | undefined
  /** An element of the parent, so that it is not rendered again with every projected frame. */
  official: ReactNode
}

/** Both views; frames show whether there is a projected one, and replies while OFFLINE. */
const Views = ({ scope, races, official }: ViewsProps) => {
  useFollowProjected()
  const { isLive } = useLive()
  const projected = useQuery({
    ...leaderboardQuery(scope, 'projected'),
    // Once there is one, the query fetches rows beyond those of a frame.
    enabled: ({ state }) => Boolean(state.data) || !isLive,
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.projected),
  }).data
  return (
    <ViewSwitch
      race={projected && races?.find(({ id }) => id === projected.raceId)}
      className={classes.kinds}
      projected={(race) => <ProjectedLeaderboard race={race} scope={scope} />}
      official={official}
    />
  )
}

type Props = {
  group: GroupOfWeekend
  races: readonly Race[] | undefined
  raceCount: RaceCount
  /** The scroll container; null before it is mounted. */
  scroller: HTMLDivElement | null
}

/** All members of the group in order. */
export const OverallTab = ({ group, races, raceCount, scroller }: Props) => {
  const isPhone = useIsPhone()
  const scope = useMemo(
    (): WeekendScope => ({ weekendId: group.weekendId, groupId: group.id }),
    [group.weekendId, group.id],
  )
  const official = (
    <Leaderboard
      key={group.weekendId}
      scope={scope}
      view="official"
      loading={<WaitingList layout={groupLayout} rows={8} label="Loading the leaderboard..." />}
      empty={<EmptyState order={3} title="No participants yet" text="Every member of the group is on its board." />}
    >
      {(first) => (
        <DialogBoard
          key={isPhone ? 'phone' : 'desk'}
          scope={scope}
          label="Overall"
          layout={groupLayout}
          columns={raceCount}
          first={first}
          height={isPhone ? HEIGHTS.phone : HEIGHTS.desk}
          scroller={scroller}
        />
      )}
    </Leaderboard>
  )
  return <Views scope={scope} races={races} official={official} />
}
