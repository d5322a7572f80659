import { Flex, Text } from '@mantine/core'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useMemo } from 'react'
import type { BoardPage } from '../leaderboard-rows/api/leaderboard-keys.ts'
import { openLayout } from '../leaderboard-rows/components/open-layout.tsx'
import { countRaces } from '../leaderboard-rows/components/pick-segments.ts'
import { ReactionBar } from '../reactions/reaction-bar.tsx'
import { useZone } from '../session/use-zone.ts'
import { LatestResultLine, latestResult } from './latest-result.tsx'
import { PageBoard } from './page-board.tsx'

export type BoardProps = {
  scope: WeekendScope
  weekend: Weekend
  /** The first page, which has the newest version. */
  first: BoardPage
  races: readonly Race[] | undefined
  productRaces: readonly Race[] | undefined
  isPhone: boolean
}

/** The leaderboard of the open competition. */
export const Board = ({ scope, weekend, first, races, productRaces, isPhone }: BoardProps) => {
  const zone = useZone(weekend.timeZone)
  const latest = useMemo(() => latestResult(races ?? []), [races])
  const raceCount = useMemo(() => countRaces(productRaces ?? []), [productRaces])
  return (
    <PageBoard
      scope={scope}
      title="All Sector Participants"
      layout={openLayout}
      columns={raceCount}
      first={first}
      isPhone={isPhone}
      beside={latest && <LatestResultLine result={latest} zone={zone} />}
      above={
        latest &&
        !latest.isWithdrawn && (
          <Flex
            className="ps-below"
            align="center"
            justify={{ base: 'center', sm: 'space-between' }}
            gap={12}
            px={{ base: 8, sm: 12 }}
            py={{ base: 0, sm: 4 }}
          >
            {/* On a phone the line above names the result, and all five fit on one line. */}
            <Text span size="xs" c="var(--ps-ink-3)" ml={4} truncate visibleFrom="sm">
              React to {latest.race}
            </Text>
            <ReactionBar
              scope={{ weekendId: weekend.id, groupId: null }}
              subject={{ type: 'result', id: latest.raceId }}
              label={`Reactions to ${latest.race}`}
            />
          </Flex>
        )
      }
    />
  )
}
