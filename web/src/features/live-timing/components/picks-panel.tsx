import { Box, Flex, Skeleton, Text } from '@mantine/core'
import type { Timing } from '@purple-sector/contracts/admin/live-timing'
import type { PotentialPoints } from '@purple-sector/contracts/tipping/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { formatGain } from '../../../ui/time/format.ts'

const PLACES = ['first', 'second', 'third'] as const

/** Returns the points of a tip if the session ended now; null for a pending member, who earns none. */
const earns = ({ pays }: PotentialPoints, place: number | null): number | null => {
  if (!pays) return null
  const rank = place === null ? undefined : PLACES[place - 1]
  return rank ? pays[rank] : 0
}

const Pick = ({
  potential,
  timing,
  cars,
}: {
  potential: PotentialPoints
  timing: Timing
  cars: readonly Car[] | undefined
}) => {
  const entry = timing.entries.find(({ carId }) => carId === potential.carId)
  const car = cars?.find(({ id }) => id === potential.carId)
  const place = entry?.place ?? null
  const points = earns(potential, place)
  const isOut = entry?.status === 'out'
  return (
    <Flex component="li" align="center" gap={12} h={50} pl={12} pr={16}>
      <Box component="span" className="ps-points" miw={28} ta="center">
        {place === null ? (
          '–'
        ) : (
          <>
            <small className="ps-xs ps-faint">P</small>
            {place}
          </>
        )}
      </Box>
      <Plate number={entry?.plate ?? car?.plate} look={isOut ? 'out' : 'solid'} />
      <span className="ps-lines ps-fill">
        <Text span fw={540} lh="18px">
          {car?.driver ?? entry?.driver ?? 'Your car'}
          {isOut && <span className="ps-hidden">, out</span>}
        </Text>
        <Text span size="xs" c="dimmed">
          {potential.groupName ?? 'Purple Sector'}
          {potential.pays === null && ', pending'}
        </Text>
      </span>
      <span className="ps-points ps-muted">
        {points === null ? '–' : formatGain(points)}
        <span className="ps-hidden"> points</span>
      </span>
    </Flex>
  )
}

/** The fan's tips on the session and their potential points: "P2 … +25". */
export const PicksPanel = ({
  potentialPoints,
  timing,
  cars,
}: {
  potentialPoints: UseQueryResult<PotentialPoints[]>
  timing: Timing
  cars: readonly Car[] | undefined
}) => (
  <>
    <div className="ps-head ps-below">
      <h2>Your picks</h2>
      <Text span size="xs" c="var(--ps-ink-3)" ml="auto">
        as it stands
      </Text>
    </div>
    {potentialPoints.data === undefined ? (
      potentialPoints.isError ? (
        <QueryError order={3} title="Couldn’t load your picks" query={potentialPoints} />
      ) : (
        <Box py={12} px={16} role="status" aria-label="Loading your picks...">
          <Skeleton height={26} />
        </Box>
      )
    ) : potentialPoints.data.length === 0 ? (
      <Text variant="note" py={14} px={16}>
        You don’t have a tip on this session.
      </Text>
    ) : (
      <ul className="ps-lined">
        {potentialPoints.data.map((potential) => (
          <Pick key={potential.groupId} potential={potential} timing={timing} cars={cars} />
        ))}
      </ul>
    )}
  </>
)
