import { Box, Skeleton, Stack } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { Scope } from '@purple-sector/contracts/tipping/scope'
import type { ReactNode } from 'react'
import { join } from '../../ui/base/join.ts'
import { EmptyState } from '../../ui/layout/state.tsx'
import { Avatar } from '../../ui/racing/avatar.tsx'
import { Position } from '../../ui/racing/position.tsx'
import { PositionChange } from '../../ui/racing/position-change.tsx'
import { formatNumber, plural } from '../../ui/time/format.ts'
import { entryName } from '../leaderboard-rows/components/entry-name.ts'
import { Leaderboard } from './leaderboard.tsx'
import classes from './top-five.module.css'

const TOP = 5

const isLeader = ({ position }: Entry, index: number): boolean => index === 0 && position === 1

const LOADING = (
  <Stack gap={28} p={16} role="status" aria-label="Loading the leaderboard...">
    {[1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} height={32} />
    ))}
  </Stack>
)

/** The first five of a leaderboard, with content below. */
export const TopFive = ({ scope, children }: { scope: Scope; children?: ReactNode }) => (
  <Leaderboard
    scope={scope}
    view="official"
    loading={LOADING}
    empty={<EmptyState order={3} title="No participants yet" />}
  >
    {({ entries }) => (
      <>
        <ol>
          {entries.slice(0, TOP).map((entry, index) => (
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
    )}
  </Leaderboard>
)
