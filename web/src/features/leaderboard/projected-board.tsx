import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePollWhileOffline } from '../../lib/live.ts'
import { QueryError } from '../../lib/query-error.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useUser } from '../session/user-query.ts'
import { useFollowProjected } from './api/follow-projected.ts'
import { LEADERBOARD_POLL_MS, leaderboardQuery } from './api/leaderboard-queries.ts'
import type { Scope } from './api/scope.ts'
import classes from './projected-board.module.css'
import { ProjectedRows } from './rows/projected-rows.tsx'

type Props = {
  race: { id: number; name: string }
  scope: Scope
  rows: number
  /** Rendered at the end of the header. */
  beside?: ReactNode
}

/** Projected leaderboard, as if the session ended now; never in the same list as the official one. */
export const ProjectedBoard = ({ race: { id, name }, scope, rows, beside }: Props) => {
  useFollowProjected()
  const user = useUser()
  const board = useQuery({
    ...leaderboardQuery(scope, 'projected'),
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.projected),
  })
  const projected = board.data?.raceId === id ? board.data : null
  return (
    <>
      <div className={classes.head}>
        <h2>Board as it stands</h2>
        <Badge tone="yellow">Provisional</Badge>
        {beside}
      </div>
      <p className={classes.note}>If {name} ended on this lap. Points count once the result is in.</p>
      {board.isPending && (
        <div className={classes.waiting} role="status" aria-label="Loading the board as it stands...">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={26} />
          ))}
        </div>
      )}
      {board.isError && !board.data && <QueryError order={3} title="Couldn’t load the board" query={board} />}
      {projected && <ProjectedRows projected={projected} userId={user?.id} rows={rows} />}
      {board.isSuccess && (!projected || projected.total === 0) && (
        <p className={classes.none}>No one has a tip on this session.</p>
      )}
    </>
  )
}
