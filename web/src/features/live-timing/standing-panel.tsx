import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { usePollWhileOffline } from '../../lib/live.ts'
import { QueryError } from '../../lib/query-error.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowSelect } from '../../ui/row-select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { groupsQuery } from '../groups/group-queries.ts'
import { useUser } from '../session/user-query.ts'
import { useFollowAsItStands } from './follow-as-it-stands.ts'
import classes from './standing-panel.module.css'
import { StandingRows } from './standing-rows.tsx'
import { asItStandsQuery, TIMING_POLL_MS } from './timing-queries.ts'

const OPEN = 'open'

/** The open competition, and the fan's groups of the weekend. */
const useCompetitions = (weekendId: number) => {
  const groups = useQuery(groupsQuery).data ?? []
  return [
    { value: OPEN, label: 'Purple Sector' },
    ...groups
      .filter((group) => group.weekendId === weekendId)
      .map(({ id, name }) => ({ value: String(id), label: name })),
  ]
}

type Props = {
  race: Race
  rows?: number
  /** The way to the official board stands there already. */
  isOnLeaderboard?: boolean
}

/** How the boards would be if the session ended now: never in the same list as the official ones. */
export const StandingPanel = ({ race: { id, weekendId, name }, rows = 7, isOnLeaderboard }: Props) => {
  useFollowAsItStands()
  const user = useUser()
  const competitions = useCompetitions(weekendId)
  const [chosen, choose] = useState(OPEN)
  const competition = competitions.some(({ value }) => value === chosen) ? chosen : OPEN
  const scope = { weekendId, groupId: competition === OPEN ? null : Number(competition) }
  const board = useQuery({ ...asItStandsQuery(scope), refetchInterval: usePollWhileOffline(TIMING_POLL_MS) })
  const standing = board.data?.raceId === id ? board.data : null
  return (
    <>
      <div className={classes.head}>
        <h2>Board as it stands</h2>
        <Badge tone="yellow">Provisional</Badge>
        {competitions.length > 1 && (
          <RowSelect
            aria-label="Competition"
            className={classes.competition}
            value={competition}
            options={competitions}
            onChoose={choose}
          />
        )}
      </div>
      <p className={classes.note}>If {name} ended on this lap. Points count when the result is in.</p>
      {board.isPending && (
        <div className={classes.waiting} role="status" aria-label="Loading the board as it stands...">
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={26} />
          ))}
        </div>
      )}
      {board.isError && !board.data && <QueryError order={3} title="The board did not load" query={board} />}
      {standing && <StandingRows standing={standing} userId={user?.id} rows={rows} />}
      {board.isSuccess && (!standing || standing.total === 0) && (
        <p className={classes.none}>No tip counts on this session.</p>
      )}
      {!isOnLeaderboard && (
        <Link className={classes.way} to="/leaderboard">
          Official leaderboard <Icon icon={IconArrowRight} size={16} />
        </Link>
      )}
    </>
  )
}
