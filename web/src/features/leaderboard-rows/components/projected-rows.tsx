import { Box, Flex } from '@mantine/core'
import type { ProvisionalEntry } from '@purple-sector/contracts/tipping/http'
import { memo } from 'react'
import { join } from '../../../ui/base/join.ts'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { DataRow, dataRows } from '../../../ui/racing/data-row.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import { formatGain, formatNumber } from '../../../ui/time/format.ts'
import type { ProjectedPage } from '../api/leaderboard-keys.ts'
import { useOwnStanding } from '../api/use-own-standing.ts'
import { entryName } from './entry-name.ts'
import { FanName } from './fan-name.tsx'

const ROWS = dataRows('26px 32px 32px minmax(0, 1fr) minmax(36px, auto) minmax(46px, auto)', 42)

const Row = memo(({ entry, isMe }: { entry: ProvisionalEntry; isMe: boolean }) => {
  const { position, tieBreak, positionChange, totalPoints, gain } = entry
  return (
    <DataRow isMe={isMe} isProvisional>
      <Position position={position} shared={tieBreak === 'shared'} medals={false} />
      <PositionChange places={positionChange} />
      <Avatar name={entryName(entry)} of={entry} />
      <Flex component="span" align="center" gap={8} fw={520}>
        <FanName entry={entry} isMe={isMe} />
      </Flex>
      <span className="ps-num ps-sm ps-muted">
        {gain === null ? '' : formatGain(gain)}
        <span className="ps-hidden"> points if it ended now, </span>
      </span>
      <span className={join('ps-points', !isMe && 'ps-muted')}>
        {totalPoints === null ? '–' : formatNumber(totalPoints)}
        <span className="ps-hidden"> in all</span>
      </span>
    </DataRow>
  )
})

/** The first rows of a projected leaderboard, and the fan's own row if it is not among them. */
export const ProjectedRows = ({ projected, rows }: { projected: ProjectedPage; rows: number }) => {
  const visible = projected.entries.slice(0, rows)
  const own = useOwnStanding([projected])
  const isOwnBelow = own !== undefined && !visible.some(({ userId }) => userId === own.userId)
  return (
    <ol aria-label="Board as it stands" style={ROWS}>
      {visible.map((entry) => (
        <Row key={entry.userId} entry={entry} isMe={entry.userId === own?.userId} />
      ))}
      {isOwnBelow && <Box component="li" h={8} bg="var(--ps-sunken)" aria-hidden="true" />}
      {isOwnBelow && <Row entry={own} isMe />}
    </ol>
  )
}
