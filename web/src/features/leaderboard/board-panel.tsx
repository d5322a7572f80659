import { Box, Stack } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePollWhileOffline } from '../../lib/live.ts'
import { QueryError } from '../../lib/query-error.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { formatNumber, plural } from '../../ui/format.ts'
import { join } from '../../ui/join.ts'
import { Position } from '../../ui/position.tsx'
import { PositionChange } from '../../ui/position-change.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmptyState } from '../../ui/state.tsx'
import { LEADERBOARD_POLL_MS, leaderboardQuery } from './api/leaderboard-queries.ts'
import { openCompetition } from './api/scope.ts'
import classes from './board-panel.module.css'
import { entryName } from './entry-name.ts'

const TOP = 5

const isLeader = ({ position }: Entry, index: number): boolean => index === 0 && position === 1

/** The first five of the open competition, with content below. */
export const BoardPanel = ({ weekendId, children }: { weekendId: number; children?: ReactNode }) => {
  const board = useQuery({
    ...leaderboardQuery(openCompetition(weekendId), 'official'),
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.official),
  })
  if (board.isPending)
    return (
      <Stack gap={28} p={16} role="status" aria-label="Loading the leaderboard...">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} height={32} />
        ))}
      </Stack>
    )
  if (board.isError) return <QueryError order={3} title="Couldn’t load the standings" query={board} />
  const top = board.data.entries.slice(0, TOP)
  if (top.length === 0) return <EmptyState order={3} title="No participants yet" />
  return (
    <>
      <ol>
        {top.map((entry, index) => (
          <li key={entry.userId} className={join(classes.row, isLeader(entry, index) && classes.leader)}>
            <Position position={entry.position} shared={entry.tieBreak === 'shared'} />
            <Avatar name={entryName(entry)} of={entry} />
            <Box component="span" miw={0}>
              <Box component="span" className="ps-clip" dir="auto" display="block" fw={540}>
                {entryName(entry)}
              </Box>
              <Box component="span" className="ps-faint" fz={12} lh="15px">
                {plural(entry.tipsSubmitted, 'tip')}
              </Box>
            </Box>
            <PositionChange places={entry.positionChange} />
            <Box component="span" className={join('ps-points', isLeader(entry, index) && 'ps-best')} ta="right">
              {entry.totalPoints === null ? '–' : formatNumber(entry.totalPoints)}
            </Box>
          </li>
        ))}
      </ol>
      {children}
    </>
  )
}
