import { Badge, Box, Flex, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import type { CategoryStandings } from '@purple-sector/contracts/tipping/http'
import type { Category, Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { join } from '../../../ui/base/join.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Segments, shareSegments } from '../../../ui/racing/segments.tsx'
import { formatNumber } from '../../../ui/time/format.ts'
import { LEADERBOARD_POLL_MS } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { entryName } from '../../leaderboard-rows/components/entry-name.ts'
import { useUser } from '../../session/user-query.ts'
import { type LockedPicks, usePicks } from '../../tipping/api/picks-query.ts'
import { cardsOf } from '../../tipping/api/tip-card-state.ts'
import { CarPicks, SecretPicks } from '../../tipping/components/car-picks.tsx'
import { byCategory } from '../../weekend-data/api/category-order.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { categoryStandingsQuery } from '../api/group-standings-queries.ts'
import type { GroupOfWeekend } from '../api/waiting.ts'
import { groupCompetition } from '../tipping/group-competition.ts'
import { CarPickers } from './car-pickers.tsx'

/**
 * Sorts the main category first, the others in the common order. Uses current names: tipping may not know a rename yet.
 */
const mainFirst = (standings: readonly CategoryStandings[], categories: readonly Category[]): CategoryStandings[] => {
  const currentCategories = new Map(categories.map((category) => [category.id, category]))
  const isMain = ({ categoryId }: CategoryStandings) => currentCategories.get(categoryId)?.isMain ?? false
  return byCategory(standings, categories)
    .flatMap(({ items }) => items)
    .map((standing) => ({
      ...standing,
      category: currentCategories.get(standing.categoryId)?.name ?? standing.category,
    }))
    .sort((a, b) => Number(isMain(b)) - Number(isMain(a)))
}

const Best = ({ top, userId }: { top: CategoryStandings['top']; userId: string | undefined }) => {
  const maxPoints = Math.max(0, ...top.map(({ points }) => points ?? 0))
  if (maxPoints === 0) return <Text variant="note">No points in this category yet.</Text>
  return (
    <ol>
      {top.map((member) => {
        const { points } = member
        const isBest = points === maxPoints
        return (
          <Flex component="li" key={member.userId} align="center" gap={10} mih={28}>
            <Flex component="span" className="ps-fill" align="center" gap={6} fw={520}>
              <span className="ps-clip" dir="auto">
                {entryName({ ...member, lastName: null })}
              </span>
              {member.userId === userId && (
                <Badge size="xs" variant="ink">
                  YOU
                </Badge>
              )}
            </Flex>
            <Box component="span" flex="none" w={84}>
              <Segments
                wide
                height="low"
                values={shareSegments(((points ?? 0) / maxPoints) * 100, isBest ? 'purple' : 'grey')}
                label={`${formatNumber(points ?? 0)} of the leader’s ${formatNumber(maxPoints)} points`}
              />
            </Box>
            <Box component="span" className={join('ps-num', isBest && 'ps-best')} flex="none" w={44} fz={15} ta="right">
              {points === null ? '–' : formatNumber(points)}
            </Box>
          </Flex>
        )
      })}
    </ol>
  )
}

const Picked = ({ picks, userId }: { picks: LockedPicks | undefined; userId: string | undefined }) => {
  if (!picks) return <Text variant="note">Picks are revealed once the last race locks.</Text>
  if (picks.open) return <SecretPicks title="Who picked what" waitsFor={picks.waitsFor} />
  const { members = [] } = picks
  return (
    <CarPicks
      picks={picks}
      title="Who picked what"
      renderPickers={(carId) => <CarPickers members={members} carId={carId} userId={userId} />}
    />
  )
}

const COLUMNS = { cols: { base: 1, sm: 2 }, spacing: 1 }
const PANEL = { px: { base: 16, sm: 20 }, pt: 14, pb: 16, gap: 10, style: { outline: '1px solid var(--ps-line)' } }

const Loading = () => (
  <SimpleGrid {...COLUMNS} role="status" aria-busy aria-label="Loading the categories...">
    {[1, 2, 3, 4].map((panel) => (
      <Stack key={panel} {...PANEL}>
        <Skeleton width="60%" height={16} />
        {[1, 2, 3, 4, 5].map((row) => (
          <Flex key={row} h={26} align="center">
            <Skeleton />
          </Flex>
        ))}
      </Stack>
    ))}
  </SimpleGrid>
)

type Props = { group: GroupOfWeekend; races: readonly Race[] | undefined; isPast: boolean }

/** Leaders of each category that counts in the group, and the picks once they are public. */
export const CategoryTab = ({ group, races, isPast }: Props) => {
  const userId = useUser()?.id
  const categories = useCategories()
  const standings = useQuery({
    ...categoryStandingsQuery(group.id, isPast ? group.weekendId : undefined),
    refetchInterval: usePollWhileOffline(LEADERBOARD_POLL_MS.official),
  })
  const cards = cardsOf(races ?? [], [], categories, groupCompetition(group))
  const picks = usePicks({ weekendId: group.weekendId, groupId: group.id, isPast }, cards, useServerNow(5_000))
  if (standings.isPending) return <Loading />
  if (!standings.data) return <QueryError order={3} title="Couldn’t load the categories" query={standings} />
  if (standings.data.length === 0)
    return <EmptyState order={3} title="No participants yet" text="No races count in this group yet." />
  return (
    <SimpleGrid {...COLUMNS}>
      {mainFirst(standings.data, categories).map(({ categoryId, category, top }) => (
        <Flex component="section" key={categoryId} direction="column" {...PANEL} aria-label={category}>
          <h3 className="ps-category">{category}</h3>
          <Best top={top} userId={userId} />
          <Box className="ps-above" mt="auto" pt={12}>
            <Picked picks={picks.get(categoryId)} userId={userId} />
          </Box>
        </Flex>
      ))}
    </SimpleGrid>
  )
}
