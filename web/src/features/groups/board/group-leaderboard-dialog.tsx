import '@mantine/core/styles/Tabs.layer.css'
import { Box, Flex, Tabs } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useLive } from '../../../client/realtime/realtime-context.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Connection } from '../../../ui/layout/connection.tsx'
import { plural } from '../../../ui/time/format.ts'
import { countRaces } from '../../leaderboard-rows/components/pick-segments.ts'
import { useFollowWeekend } from '../../weekend-data/api/followed-weekend.ts'
import { racesQuery, weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { racesOf } from '../api/card-facts.ts'
import { inWeekend } from '../api/group-rounds.ts'
import type { GroupOfWeekend } from '../api/waiting.ts'
import { WaitingDialog } from '../waiting/waiting-dialog.tsx'
import { CategoryTab } from './category-tab.tsx'
import { OverallTab } from './overall-tab.tsx'
import { OwnSeasonTab } from './own-season-tab.tsx'
import { ProgressTab } from './progress-tab.tsx'
import { type BoardView, RoundChoice } from './round-choice.tsx'
import { SeasonTab } from './season-tab.tsx'

const Live = () => {
  const { isLive, lostAt } = useLive()
  return isLive || lostAt !== null ? <Connection live={isLive} on="panel" /> : null
}

/** As high as the first rows, so that switching tabs causes no layout shift. */
const PANEL_HEIGHT = 320

const weekendName = (weekend: Weekend | undefined): string => (weekend ? ` · ${weekend.name}` : '')

type DialogProps = {
  group: GroupOfWeekend
  /** Whether the weekend is not the group's current one. */
  isPast: boolean
  /** Of a season group: the choice of the weekend, above the tabs. */
  choice: ReactNode
  onClose(): void
}

const WeekendDialog = ({ group, isPast, choice, onClose }: DialogProps) => {
  useFollowWeekend(group.weekendId)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const weekend = useQuery(weekendsQuery).data?.find(({ id }) => id === group.weekendId)
  const { data: allRaces } = useQuery(racesQuery(group.weekendId))
  const races = useMemo(() => allRaces && racesOf(group, allRaces), [group, allRaces])
  const raceCount = useMemo(() => countRaces(races ?? []), [races])

  return (
    <Tabs defaultValue="overall" keepMounted={false} display="contents">
      <Dialog
        opened
        onClose={onClose}
        title={group.name}
        beside={<Live />}
        size="md"
        flush
        scroller={setScroller}
        tabs={
          <>
            {choice}
            <Tabs.List aria-label={`Leaderboard of ${group.name}`}>
              <Tabs.Tab value="overall">Overall</Tabs.Tab>
              <Tabs.Tab value="category">By Category</Tabs.Tab>
              <Tabs.Tab value="progress">Race Progress</Tabs.Tab>
            </Tabs.List>
            <Flex
              className="ps-below ps-note"
              align="center"
              justify="space-between"
              gap={12}
              px={{ base: 16, sm: 20 }}
              py={10}
              bg="var(--ps-sunken)"
            >
              <span className="ps-clip">
                {plural(group.memberCount, 'member')}
                {weekendName(weekend)}
              </span>
              {races && (
                <Box component="span" flex="none">
                  {raceCount.scored} of {plural(raceCount.counting, 'race')} done
                </Box>
              )}
            </Flex>
          </>
        }
      >
        <Tabs.Panel value="overall" mih={PANEL_HEIGHT}>
          <OverallTab group={group} races={allRaces} raceCount={raceCount} scroller={scroller} />
        </Tabs.Panel>
        <Tabs.Panel value="category" mih={PANEL_HEIGHT}>
          <CategoryTab group={group} races={races} isPast={isPast} />
        </Tabs.Panel>
        <Tabs.Panel value="progress" mih={PANEL_HEIGHT}>
          <ProgressTab group={group} races={races} timeZone={weekend?.timeZone} isPast={isPast} />
        </Tabs.Panel>
      </Dialog>
    </Tabs>
  )
}

type SeasonDialogProps = { group: Group; seasonId: number; choice: ReactNode; onClose(): void }

const SeasonDialog = ({ group, seasonId, choice, onClose }: SeasonDialogProps) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  return (
    <Tabs defaultValue="standings" keepMounted={false} display="contents">
      <Dialog
        opened
        onClose={onClose}
        title={group.name}
        beside={<Live />}
        size="md"
        flush
        scroller={setScroller}
        tabs={
          <>
            {choice}
            <Tabs.List aria-label={`Season of ${group.name}`}>
              <Tabs.Tab value="standings">Standings</Tabs.Tab>
              <Tabs.Tab value="own">My Season</Tabs.Tab>
            </Tabs.List>
          </>
        }
      >
        <Tabs.Panel value="standings" mih={PANEL_HEIGHT}>
          <SeasonTab seasonId={seasonId} group={group} scroller={scroller} />
        </Tabs.Panel>
        <Tabs.Panel value="own" mih={PANEL_HEIGHT}>
          <OwnSeasonTab group={group} seasonId={seasonId} />
        </Tabs.Panel>
      </Dialog>
    </Tabs>
  )
}

/**
 * A group's leaderboard: overall, by category, by race; of a season group also its season and its past rounds. Covers the
 * group's weekend, whichever is active.
 */
export const GroupLeaderboardDialog = ({ group, onClose }: { group: Group; onClose(): void }) => {
  const [view, setView] = useState<BoardView>('weekend')
  const [chosen, choose] = useState<number>()
  const weekends = useQuery(weekendsQuery).data
  const isThere = group.weekends.some(({ weekendId }) => weekendId === chosen)
  const weekendId = isThere && chosen !== undefined ? chosen : group.weekendId
  const shown = useMemo(() => (weekendId === null ? null : inWeekend(group, weekendId)), [group, weekendId])
  const choice = group.allSeason && (
    <RoundChoice
      group={group}
      weekends={weekends}
      view={view}
      onView={setView}
      weekendId={weekendId}
      onWeekend={choose}
    />
  )
  if (view === 'season' && group.seasonId !== null)
    return <SeasonDialog group={group} seasonId={group.seasonId} choice={choice} onClose={onClose} />
  if (shown === null) return <WaitingDialog group={group} choice={choice} onClose={onClose} />
  return (
    <WeekendDialog
      key={weekendId}
      group={shown}
      isPast={shown.weekendId !== group.weekendId}
      choice={choice}
      onClose={onClose}
    />
  )
}
