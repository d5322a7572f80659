import '@mantine/core/styles/Tabs.layer.css'
import { Box, Flex, Tabs } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLive } from '../../../client/realtime/realtime-context.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Connection } from '../../../ui/layout/connection.tsx'
import { plural } from '../../../ui/time/format.ts'
import { countRaces } from '../../leaderboard-rows/components/pick-segments.ts'
import { useFollowWeekend } from '../../weekend-data/api/followed-weekend.ts'
import { racesQuery, weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { racesOf } from '../api/card-facts.ts'
import { type GroupOfWeekend, hasWeekend } from '../api/waiting.ts'
import { WaitingDialog } from '../waiting/waiting-dialog.tsx'
import { CategoryTab } from './category-tab.tsx'
import { OverallTab } from './overall-tab.tsx'
import { ProgressTab } from './progress-tab.tsx'

const Live = () => {
  const { isLive, lostAt } = useLive()
  return isLive || lostAt !== null ? <Connection live={isLive} on="panel" /> : null
}

/** As high as the first rows, so that switching tabs causes no layout shift. */
const PANEL_HEIGHT = 320

const weekendName = (weekend: Weekend | undefined): string => (weekend ? ` · ${weekend.name}` : '')

const WeekendDialog = ({ group, onClose }: { group: GroupOfWeekend; onClose(): void }) => {
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
          <CategoryTab group={group} races={races} />
        </Tabs.Panel>
        <Tabs.Panel value="progress" mih={PANEL_HEIGHT}>
          <ProgressTab group={group} races={races} timeZone={weekend?.timeZone} />
        </Tabs.Panel>
      </Dialog>
    </Tabs>
  )
}

/** A group's leaderboard: overall, by category, by race. Covers the group's weekend, whichever is active. */
export const GroupLeaderboardDialog = ({ group, onClose }: { group: Group; onClose(): void }) =>
  hasWeekend(group) ? (
    <WeekendDialog group={group} onClose={onClose} />
  ) : (
    <WaitingDialog group={group} onClose={onClose} />
  )
