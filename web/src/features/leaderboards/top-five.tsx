import { Box, Skeleton, Stack } from '@mantine/core'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/layout/state.tsx'
import { Avatar } from '../../ui/racing/avatar.tsx'
import { DataRow, dataRows } from '../../ui/racing/data-row.tsx'
import { Points } from '../../ui/racing/points.tsx'
import { Position } from '../../ui/racing/position.tsx'
import { PositionChange } from '../../ui/racing/position-change.tsx'
import { plural } from '../../ui/time/format.ts'
import { entryName } from '../leaderboard-rows/components/entry-name.ts'
import { Leaderboard } from './leaderboard.tsx'

const TOP = 5

const ROWS = dataRows('36px 32px minmax(0, 1fr) 40px 56px', 60)

const isLeader = ({ position }: Entry, index: number): boolean => index === 0 && position === 1

const LOADING = (
  <Stack gap={28} p={16} role="status" aria-label="Loading the leaderboard...">
    {[1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} height={32} />
    ))}
  </Stack>
)

/** The first five of a leaderboard, with content below. */
export const TopFive = ({ scope, children }: { scope: WeekendScope; children?: ReactNode }) => (
  <Leaderboard
    scope={scope}
    view="official"
    loading={LOADING}
    empty={<EmptyState order={3} title="No participants yet" />}
  >
    {({ entries }) => (
      <>
        <ol style={ROWS}>
          {entries.slice(0, TOP).map((entry, index) => (
            <DataRow key={entry.userId} isLeader={isLeader(entry, index)} className="ps-below">
              <Position position={entry.position} shared={entry.tieBreak === 'shared'} />
              <Avatar name={entryName(entry)} of={entry} />
              <span>
                <Box component="span" className="ps-clip" dir="auto" display="block" fw={540}>
                  {entryName(entry)}
                </Box>
                <Box component="span" className="ps-faint" fz={12} lh="15px">
                  {plural(entry.tipsSubmitted, 'tip')}
                </Box>
              </span>
              <PositionChange places={entry.positionChange} />
              <Points points={entry.totalPoints} leader={isLeader(entry, index)} />
            </DataRow>
          ))}
        </ol>
        {children}
      </>
    )}
  </Leaderboard>
)
