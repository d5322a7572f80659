import { Badge, Box } from '@mantine/core'
import { openSeason } from '@purple-sector/contracts/tipping/scope'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { StatSkeletons } from '../../../ui/layout/stat-skeletons.tsx'
import { useFollowSeason } from '../../leaderboard-rows/api/followed-season.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { chancesQuery, ownSeasonQuery, SEASON_POLL_MS } from '../api/season-queries.ts'
import { isToCome, roundsOf, type SeasonRound, takesPart } from '../api/season-rounds.ts'
import { chanceLabel, finishLabel } from './chance-labels.ts'
import { Standing } from './standing.tsx'

type Props = { season: Season; own: OwnSeason; rounds: readonly SeasonRound[] }

/**
 * What must happen: there is something to say once a single race is left, which is in the last round. Before, that not
 * all rounds have races yet, if so.
 */
const Sentences = ({ season, own, rounds }: Props) => {
  const isLastRound = rounds.filter(isToCome).length === 1
  const chances = useQuery({
    ...chancesQuery(openSeason(season.id)),
    enabled: isLastRound && own.canWin && !own.clinched,
    refetchInterval: usePollWhileOffline(SEASON_POLL_MS),
  })
  const sentences = isLastRound ? (chances.data?.sentences ?? []) : []
  const isUnscheduled = own.canWin && own.maxReachable === null
  if (sentences.length === 0 && !isUnscheduled) return null
  return (
    <Box className="ps-above ps-sm ps-muted" px={16} py={10}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {isUnscheduled && <p>Some rounds are still to be scheduled.</p>}
    </Box>
  )
}

/** The fan's season in short: position, points, gap to the next, rounds left, and whether they can still win. */
export const SeasonCard = ({ season }: { season: Season }) => {
  useFollowSeason(season.id)
  const { weekends } = useActiveWeekend()
  const rounds = useMemo(() => roundsOf(season, weekends), [season, weekends])
  const scope = useMemo(() => openSeason(season.id), [season.id])
  const query = useQuery({ ...ownSeasonQuery(scope), refetchInterval: usePollWhileOffline(SEASON_POLL_MS) })
  const own = query.data
  const isOver = season.status === 'completed'
  const chance = own && takesPart(own) ? (isOver && finishLabel(own)) || chanceLabel(own) : undefined
  return (
    <Panel
      title="Season"
      adornment={
        chance && (
          <Badge variant={chance.tone} flex="none">
            {chance.label}
          </Badge>
        )
      }
      actions={
        <Box component={Link} className="ps-way" c="var(--ps-ink)" miw={0} to={`/season?season=${season.id}`}>
          <span className="ps-clip" dir="auto">
            {season.name}
          </span>
          <Icon icon={IconArrowRight} size={16} className="ps-faint" />
        </Box>
      }
      flush
    >
      {own ? (
        <>
          <Standing scope={scope} own={own} rounds={rounds} columns={4} />
          <Sentences season={season} own={own} rounds={rounds} />
        </>
      ) : query.isError ? (
        <QueryError order={3} title="Couldn’t load your season" query={query} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading your season...">
          <StatSkeletons columns={4} />
        </div>
      )}
    </Panel>
  )
}
