import { Box, Skeleton } from '@mantine/core'
import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import { openSeason } from '@purple-sector/contracts/tipping/scope'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useSetSearchParameters } from '../../../client/browser/use-set-search-parameters.ts'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { RowSelect } from '../../../ui/controls/row-select.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { StatSkeletons } from '../../../ui/layout/stat-skeletons.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { QuickShare } from '../../engagement/components/quick-share.tsx'
import { useFollowSeason } from '../../leaderboard-rows/api/followed-season.ts'
import { rulesLabel } from '../../weekend-data/api/season-labels.ts'
import { hasRounds, seasonsQuery, useSeason } from '../../weekend-data/api/season-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { ownSeasonQuery, SEASON_POLL_MS } from '../api/season-queries.ts'
import { roundsOf, roundToShare } from '../api/season-rounds.ts'
import { openForJoker, openForTips, type Rounds, useRounds, useUnscheduled } from '../api/use-rounds.ts'
import { ChancesPanel } from '../components/chances-panel.tsx'
import { JokerPanel } from '../components/joker-panel.tsx'
import { OwnRounds } from '../components/own-rounds.tsx'
import { SeasonCalendar } from '../components/season-calendar.tsx'
import { Standing } from '../components/standing.tsx'

const LoadingOwn = () => (
  <Panel title={<Skeleton width={110} />} flush>
    <div role="status" aria-busy="true">
      <span className="ps-hidden">Loading your season...</span>
      <StatSkeletons columns={4} />
    </div>
  </Panel>
)

type OwnProps = { season: Season; own: OwnSeason; rounds: Rounds }

const OwnPanels = ({ season, own, rounds }: OwnProps) => {
  const scope = useMemo(() => openSeason(season.id), [season.id])
  const unscheduled = useUnscheduled(rounds.rounds, own.canWin && own.maxReachable === null)
  const { select } = useActiveWeekend()
  const hasJokers = season.jokers > 0
  const jokers = Math.min(own.jokersLeft, openForJoker(own, rounds).length)
  return (
    <>
      <Panel
        title="Your Season"
        actions={
          <Box
            component={Link}
            className="ps-way"
            c="var(--ps-ink)"
            to={`/leaderboard?view=season&season=${season.id}`}
          >
            Season standings <Icon icon={IconArrowRight} size={16} className="ps-faint" />
          </Box>
        }
        flush
      >
        <Standing scope={scope} own={own} rounds={rounds.rounds} columns={4} />
      </Panel>
      <ChancesPanel
        span={hasJokers ? 6 : 12}
        scope={scope}
        own={own}
        unscheduled={unscheduled}
        jokers={jokers}
        isOver={season.status === 'completed'}
      />
      {hasJokers && <JokerPanel span={6} season={season} own={own} {...rounds} />}
      <Panel span={7} title="Round by Round" flush>
        <OwnRounds
          rules={season}
          rounds={rounds.rounds}
          own={own.weekends}
          tipping={{ open: openForTips(rounds), onOpen: select }}
        />
      </Panel>
    </>
  )
}

const SeasonPanels = ({ season }: { season: Season }) => {
  useFollowSeason(season.id)
  const own = useQuery({
    ...ownSeasonQuery(openSeason(season.id)),
    refetchInterval: usePollWhileOffline(SEASON_POLL_MS),
  })
  const rounds = useRounds(season)
  return (
    <PanelGrid>
      {own.data ? (
        <OwnPanels season={season} own={own.data} rounds={rounds} />
      ) : own.isError ? (
        <Panel flush>
          <QueryError title="Couldn’t load your season" query={own} />
        </Panel>
      ) : (
        <LoadingOwn />
      )}
      <Panel span={own.data ? 5 : 12} tablet={2} title="Calendar" flush>
        <SeasonCalendar seasonId={season.id} {...rounds} />
      </Panel>
    </PanelGrid>
  )
}

/** The queries that the page shows first. */
export const reads = () => [seasonsQuery]
export const seasonReads = (seasonId: number) => [ownSeasonQuery(openSeason(seasonId))]

/** The fan's season: standing, rounds, jokers, chances and calendar; `season` in the URL names another than the current one. */
export const SeasonPage = () => {
  const [search] = useSearchParams()
  const setSearch = useSetSearchParameters()
  const { seasons, season, failed } = useSeason(Number(search.get('season')) || null)
  const { weekends } = useActiveWeekend()
  const shared = season && roundToShare(roundsOf(season, weekends))
  const others = (seasons ?? []).filter((other) => hasRounds(other) || other.id === season?.id)
  return (
    <Page>
      <Box px={{ base: 16, sm: 0 }} pt={{ base: 14, sm: 0 }} mb={{ base: 0, sm: 6 }}>
        <Link to="/leaderboard" className="ps-way ps-muted">
          <Icon icon={IconArrowLeft} size={16} className="ps-faint" />
          Leaderboard
        </Link>
      </Box>
      <PageHead
        title="Season"
        text={season ? `${bidiIsolate(season.name)}: ${rulesLabel(season)}.` : undefined}
        end={
          season &&
          (others.length > 1 || shared) && (
            <>
              {others.length > 1 && (
                <RowSelect
                  aria-label="Season"
                  value={String(season.id)}
                  options={others.map(({ id, name }) => ({ value: String(id), label: name }))}
                  onChoose={(id) => setSearch({ season: id })}
                />
              )}
              {shared && <QuickShare key={season.id} weekend={shared.weekend} type="season_position" />}
            </>
          )
        }
        isEndBelow
      />
      {season && hasRounds(season) ? (
        <SeasonPanels key={season.id} season={season} />
      ) : (
        <Panel single flush>
          {failed ? (
            <QueryError title="Couldn’t load the season" query={failed} />
          ) : season === undefined ? (
            <LoadingState title="Loading the season..." />
          ) : season === null ? (
            <EmptyState title="No season yet" text="Your season shows here once its race weekends are set." />
          ) : (
            <EmptyState title="No rounds yet" text="Your season shows here once its race weekends are set." />
          )}
        </Panel>
      )}
    </Page>
  )
}
