import { Skeleton } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import { ordinal } from '../../../ui/time/format.ts'
import { groupsQuery } from '../../groups/api/group-queries.ts'
import { groupStandingsQuery } from '../../groups/api/group-standings-queries.ts'
import { myStatsQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { useZone } from '../../session/use-zone.ts'
import { myLedgerQuery } from '../../tipping/api/ledger-queries.ts'
import { tipsQuery } from '../../tipping/api/tip-queries.ts'
import { explainNoPoints } from '../../tipping/components/ledger.ts'
import { LedgerView } from '../../tipping/components/ledger-view.tsx'
import { productRacesQuery, racesQuery } from '../../weekend-data/api/weekend-queries.ts'

/** Explains the fan's points in the open competition and each of their groups, with the leaderboard's total. */
export const MyPoints = ({ weekend }: { weekend: Weekend }) => {
  const ledger = useQuery(myLedgerQuery(weekend.id))
  const races = useQuery(racesQuery(weekend.id))
  const counting = useQuery(productRacesQuery(weekend.id))
  const tips = useQuery(tipsQuery(weekend.id))
  const groups = useQuery(groupsQuery).data?.filter(({ weekends }) =>
    weekends.some(({ weekendId }) => weekendId === weekend.id),
  )
  const stats = useQuery(myStatsQuery(weekend.id)).data
  const standings = useQuery(groupStandingsQuery(weekend.id)).data
  const failed = [ledger, races, counting, tips].find(({ data, isError }) => isError && data === undefined)
  const zone = useZone(weekend.timeZone)
  if (failed)
    return (
      <Panel single flush>
        <QueryError title="Couldn’t load your points" query={failed} />
      </Panel>
    )
  if (!ledger.data || !races.data || !counting.data || !tips.data)
    return (
      <Panel single>
        <LoadingState title="Loading your points...">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} height={44} />
          ))}
        </LoadingState>
      </Panel>
    )
  const inOpen = new Set(counting.data.map(({ id }) => id))
  const tipsOf = (groupId: number | null) => tips.data.filter((tip) => tip.groupId === groupId)
  return (
    <LedgerView
      title="Points by session"
      entries={ledger.data}
      races={races.data}
      groups={groups ?? []}
      counts={({ id }, groupId) =>
        groupId === null
          ? inOpen.has(id)
          : tipsOf(groupId).some(({ sessions }) => sessions.some(({ raceId }) => raceId === id))
      }
      why={(race, groupId) =>
        explainNoPoints(
          race,
          tipsOf(groupId).find(({ categoryId }) => categoryId === race.categoryId),
          groups?.find(({ id }) => id === groupId)?.preventPointsUntilApproved ?? false,
          zone,
        )
      }
      board={(groupId, points) => {
        const standing = groupId === null ? stats : standings?.find((each) => each.groupId === groupId)
        if (!standing || standing.totalPoints !== points) return null
        return standing.position === null ? null : `, ${ordinal(standing.position)} on the leaderboard`
      }}
      zone={zone}
    />
  )
}
