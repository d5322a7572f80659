import { Box, Text, Title } from '@mantine/core'
import type { Preview } from '@purple-sector/contracts/admin/http'
import { Stat, StatGrid } from '../../../../ui/layout/stat.tsx'
import { Avatar } from '../../../../ui/racing/avatar.tsx'
import { PositionChange } from '../../../../ui/racing/position-change.tsx'
import { formatNumber } from '../../../../ui/time/format.ts'
import { entryName } from '../../../leaderboard-rows/components/entry-name.ts'
import type { Row } from '../api/classification.ts'
import classes from './impact.module.css'
import { PlacesTable } from './places-table.tsx'

/** Number of listed rows; the reply contains up to ten rows of the leaderboard and twenty movers. */
const MAX_ROWS = 5

const COUNTS = [
  { key: 'participantsChanged', one: 'fan rescored', many: 'fans rescored' },
  { key: 'positionsMoved', one: 'position moves', many: 'positions move' },
  { key: 'scopes', one: 'board changes', many: 'boards change' },
] as const

/** Counts of affected tips, fans and groups. */
export const Counts = ({ preview, isFetching }: { preview: Preview; isFetching: boolean }) => (
  <StatGrid columns={3} phoneColumns={3} className={classes.counts}>
    {COUNTS.map(({ key, one, many }) => (
      <Stat
        key={key}
        label={preview[key] === 1 ? one : many}
        value={
          // Counts of the previous preview are paler but readable.
          <span className={isFetching ? 'ps-faint' : undefined}>{formatNumber(preview[key])}</span>
        }
      />
    ))}
  </StatGrid>
)

const classified = (rows: readonly Row[]): Row[] => rows.filter(({ status }) => status === 'classified')

/** The first three of the published and the new revision. */
export const Places = ({
  before,
  after,
  revisions: [from, to],
}: {
  before: readonly Row[]
  after: readonly Row[]
  revisions: [number | null, number]
}) => {
  const [was, is] = [classified(before), classified(after)]
  return (
    <PlacesTable
      inset
      places={[0, 1, 2].map((index) => ({ place: index + 1, before: was[index], after: is[index] }))}
      from={from}
      to={to}
    />
  )
}

type BoardPlace = { position: number | null; points: number | null }

const FanRow = ({ name, before, after }: { name: string; before: BoardPlace | undefined; after: BoardPlace }) => {
  const moved = before?.position && after.position ? before.position - after.position : undefined
  return (
    <li className={classes.fan}>
      <Box component="span" className="ps-num" ta="center">
        {after.position ?? '–'}
      </Box>
      <Avatar name={name} size="sm" />
      <span className="ps-clip" dir="auto">
        {name}
      </span>
      <PositionChange places={moved} />
      <Box component="span" className="ps-num" ta="right">
        {before && before.points !== null && before.points !== after.points && (
          <>
            <Box component="s" className="ps-faint" mr={6} fw={500} td="none">
              {formatNumber(before.points)}
            </Box>
            <span className="ps-hidden"> becomes </span>
          </>
        )}
        {after.points === null ? '–' : formatNumber(after.points)}
      </Box>
    </li>
  )
}

const Heading = ({ children }: { children: string }) => (
  <Title order={3} size="h4" lh="44px" px={16}>
    {children}
  </Title>
)

/** The top of the leaderboard after publication and the biggest movers; a note while tips are open. */
export const BoardAfter = ({ preview: { top, movers } }: { preview: Preview }) => {
  if (top === null)
    return (
      <div>
        <Heading>Top of the board</Heading>
        <Text size="sm" c="dimmed" px={16} pb={14}>
          Tips are still open. Names show once the session locks.
        </Text>
      </div>
    )
  const placesBefore = new Map<string, BoardPlace>([
    ...top.before.map(({ userId, position, totalPoints }) => [userId, { position, points: totalPoints }] as const),
    ...movers.map(({ userId, before }) => [userId, before] as const),
  ])
  const visible = top.after.slice(0, MAX_ROWS)
  const otherMovers = movers
    .filter(({ userId }) => !visible.some((entry) => entry.userId === userId))
    .slice(0, MAX_ROWS)
  if (visible.length === 0) return null
  return (
    <div>
      <Heading>Top of the board</Heading>
      <ul className="ps-above ps-lined">
        {visible.map((entry) => (
          <FanRow
            key={entry.userId}
            name={entryName(entry)}
            before={placesBefore.get(entry.userId)}
            after={{ position: entry.position, points: entry.totalPoints }}
          />
        ))}
      </ul>
      {otherMovers.length > 0 && (
        <>
          <Heading>Biggest moves</Heading>
          <ul className="ps-above ps-lined">
            {otherMovers.map(({ userId, username, before, after }) => (
              <FanRow key={userId} name={username ?? 'Anonymous'} before={before} after={after} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
