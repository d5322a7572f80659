import type { Group } from '@purple-sector/contracts/groups/http'
import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo } from 'react'
import { usePollWhileOffline } from '../../../lib/live.ts'
import { QueryError } from '../../../lib/query-error.tsx'
import { EmptyState } from '../../../ui/state.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import type { BoardPage } from '../../leaderboard/api/leaderboard-keys.ts'
import { LEADERBOARD_POLL_MS, leaderboardQuery } from '../../leaderboard/api/leaderboard-queries.ts'
import type { Scope } from '../../leaderboard/api/scope.ts'
import { BoardList, positionWidth } from '../../leaderboard/rows/board-list.tsx'
import { WaitingList } from '../../leaderboard/rows/board-row.tsx'
import type { RaceCount } from '../../leaderboard/rows/pick-segments.ts'
import { useUser } from '../../session/user-query.ts'

/** Row heights of the stylesheet, in px; the own row covers the end of the list. */
const HEIGHTS = { desk: 54, phone: 64 }
const BARS = { top: 0, bottom: 0 }

type Props = {
  group: Group
  raceCount: RaceCount
  /** The scroll container; null before it is mounted. */
  scroller: HTMLDivElement | null
}

type RowsProps = { scope: Scope; first: BoardPage; isPhone: boolean }

/** Virtual list: only visible rows are mounted, however many members there are. */
const Rows = ({ scope, first, raceCount, scroller, isPhone }: Omit<Props, 'group'> & RowsProps) => {
  const height = isPhone ? HEIGHTS.phone : HEIGHTS.desk
  const rows = useVirtualizer({
    count: first.total,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 6,
    useFlushSync: false,
  })
  const find = (index: number) => scroller?.scrollTo({ top: index * height - scroller.clientHeight / 2 })
  return (
    <div style={positionWidth(first.total)}>
      <BoardList
        scope={scope}
        label="Overall"
        layout="group"
        userId={useUser()?.id ?? ''}
        first={first}
        count={first.total}
        height={height}
        bars={BARS}
        raceCount={raceCount}
        rows={rows}
        onFind={find}
      />
    </div>
  )
}
/** All members of the group in order. */
export const OverallTab = ({ group, ...props }: Props) => {
  const isPhone = useIsPhone()
  const scope = useMemo((): Scope => ({ weekendId: group.weekendId, groupId: group.id }), [group.weekendId, group.id])
  const first = useQuery({
    ...leaderboardQuery(scope, 'official'),
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.official),
  })
  if (first.isPending) return <WaitingList layout="group" rows={8} label="Loading the leaderboard..." />
  if (!first.data) return <QueryError order={3} title="Couldn’t load the standings" query={first} />
  if (first.data.total === 0)
    return <EmptyState order={3} title="No participants yet" text="Every member of the group is on its board." />
  return <Rows key={isPhone ? 'phone' : 'desk'} scope={scope} first={first.data} isPhone={isPhone} {...props} />
}
