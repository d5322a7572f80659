import { Box } from '@mantine/core'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { DataRow, dataRows } from '../../../ui/racing/data-row.tsx'
import { Podium } from '../../../ui/racing/podium.tsx'
import { Position } from '../../../ui/racing/position.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import type { BoardPage } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { podiumPlace } from './celebration.ts'

const ROWS = dataRows('24px 28px minmax(0, 1fr) auto', 36)

/** The first three participants: on the podium once they have points, else by name. */
export const TopThree = ({ board, isRising }: { board: BoardPage; isRising: boolean }) => {
  const first = board.entries.slice(0, 3)
  if (first.length === 0) return <EmptyState order={3} title="No participants yet" />
  const winners = first.filter((entry) => podiumPlace(entry) !== null)
  const notOnPodium = first.filter((entry) => podiumPlace(entry) === null)
  return (
    <>
      {winners.length > 0 && (
        <Podium
          rising={isRising}
          vacant={notOnPodium.length > 0 ? 'No points yet' : 'No one yet'}
          steps={winners.map((entry) => ({
            key: entry.userId,
            name: entryName(entry),
            points: entry.totalPoints ?? 0,
            avatar: <Avatar name={entryName(entry)} size="lg" of={entry} />,
            ...(entry.position === null ? {} : { position: entry.position }),
            shared: entry.tieBreak === 'shared',
          }))}
        />
      )}
      {notOnPodium.length > 0 && (
        <Box component="ol" py={6} fz={13.5} style={ROWS}>
          {notOnPodium.map((entry) => (
            <DataRow key={entry.userId}>
              <Position position={entry.position} shared={entry.tieBreak === 'shared'} medals={false} />
              <Avatar name={entryName(entry)} size="sm" of={entry} />
              <span className="ps-clip" dir="auto">
                {entryName(entry)}
              </span>
              <Box component="span" className="ps-num ps-muted" fz={15}>
                {entry.totalPoints === null ? '–' : formatNumber(entry.totalPoints)}
              </Box>
            </DataRow>
          ))}
        </Box>
      )}
    </>
  )
}
