import { Box, Button, Flex, Skeleton } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconArrowLeft, IconArrowRight, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { StatSkeletons } from '../../../ui/layout/stat-skeletons.tsx'
import { Segments } from '../../../ui/racing/segments.tsx'
import { formatDayTime, formatNumber, ordinal, plural, type TimeZoneOption } from '../../../ui/time/format.ts'
import { groupsQuery } from '../../groups/api/group-queries.ts'
import { myStatsQuery } from '../../leaderboard-rows/api/leaderboard-queries.ts'
import { useZone } from '../../session/use-zone.ts'
import { tipsQuery } from '../../tipping/api/tip-queries.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { productRacesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { MyPoints } from '../components/my-points.tsx'
import { TipsPanel } from '../components/tips-panel.tsx'
import { summaryOf, type TipsSummary } from '../components/tips-summary.ts'

const POINTS_VIEW = 'points'
const POINTS_ADDRESS = `?view=${POINTS_VIEW}`

type NotTippedProps = { notTipped: TipsSummary['notTipped']; zone: TimeZoneOption; now: number }

const NotTipped = ({ notTipped, zone, now }: NotTippedProps) => (
  <Box className="ps-above" bg="var(--ps-bg)">
    <Box component="h3" className="ps-label" pt={12} px={16} pb={4}>
      Not tipped yet
    </Box>
    <ul className="ps-lined">
      {notTipped.map(({ category, closes }) => (
        <li key={category}>
          <Flex component={Link} align="center" gap={8} mih={44} px={16} fw={540} to="/tipping">
            <span>{category}</span>
            <Box component="span" className="ps-muted" ml="auto" flex="none" fz={13} fw={400}>
              {closes === null ? 'open' : `closes ${formatDayTime(closes, zone, now)}`}
            </Box>
            <Icon icon={IconChevronRight} size={16} className="ps-faint" />
          </Flex>
        </li>
      ))}
    </ul>
  </Box>
)

const LoadingTips = () => (
  <Panel title={<Skeleton width={110} />} span={6} flush>
    <div className="ps-lined">
      {[1, 2, 3, 4].map((row) => (
        <Flex key={row} align="center" gap={15} px={19} mih={{ base: 62, sm: 58 }}>
          <Skeleton width={34} height={26} />
          <Skeleton width="44%" />
        </Flex>
      ))}
    </div>
  </Panel>
)

/** Skeleton in the layout of the loaded page. */
const Loading = () => (
  <div role="status" aria-busy="true">
    <span className="ps-hidden">Loading your tips...</span>
    <div aria-hidden="true">
      <PanelGrid>
        <Panel title={<Skeleton width={110} />} flush>
          <StatSkeletons columns={4} />
        </Panel>
        <LoadingTips />
        <LoadingTips />
      </PanelGrid>
    </div>
  </div>
)

/** Formats the number of groups: "in 4 groups, 1 pending". */
const formatGroups = ({ groups, pendingGroups }: TipsSummary): string =>
  `in ${plural(groups, 'group')}${pendingGroups > 0 ? `, ${formatNumber(pendingGroups)} pending` : ''}`

const Summary = ({ summary, weekendId }: { summary: TipsSummary; weekendId: number }) => {
  const stats = useQuery(myStatsQuery(weekendId))
  const place = stats.data?.position
  const approved = summary.groups - summary.pendingGroups
  return (
    <StatGrid columns={4}>
      <Stat
        size="lg"
        label="Sector tips"
        value={
          <>
            {summary.sectorTips.length}
            <Box component="small" className="ps-faint" fz={17} fw={560}>
              {' '}
              / {summary.categories}
            </Box>
          </>
        }
        note={
          <Box component="span" display="block" w={120} pt={2}>
            <Segments
              values={summary.segments}
              label={`${summary.sectorTips.length} of ${summary.categories} categories tipped`}
              wide
            />
          </Box>
        }
      />
      <Stat
        size="lg"
        label="Group tips"
        value={summary.groupTips.length}
        note={summary.groups > 0 ? formatGroups(summary) : undefined}
      />
      <Stat
        size="lg"
        label="Sector points"
        value={formatNumber(summary.sectorPoints)}
        note={place ? `${ordinal(place)} in the open competition` : undefined}
      />
      <Stat
        size="lg"
        label="Group points"
        value={summary.groupPoints === null ? '–' : formatNumber(summary.groupPoints)}
        note={summary.groupPoints !== null && approved > 0 ? `from ${plural(approved, 'group')}` : undefined}
      />
    </StatGrid>
  )
}

const TipsOfWeekend = ({ weekend }: { weekend: Weekend }) => {
  const tips = useQuery(tipsQuery(weekend.id))
  const races = useQuery(productRacesQuery(weekend.id))
  const categories = useCategories()
  const now = useServerNow(10_000)
  const zone = useZone(weekend.timeZone)
  const groups = useQuery(groupsQuery)
  const failed = [tips, races].find(({ data, isError }) => isError && data === undefined)
  // Also true during a refetch, so that the tips do not move.
  const isWithoutGroups = groups.data === undefined && groups.errorUpdateCount > 0
  if (failed)
    return (
      <Panel single flush>
        <QueryError title="Couldn’t load your tips" query={failed} />
      </Panel>
    )
  if (!tips.data || !races.data || (!groups.data && !isWithoutGroups)) return <Loading />
  const summary = summaryOf(tips.data, races.data, categories, groups.data, now)
  return (
    <PanelGrid>
      {tips.data.length > 0 && (
        <Panel
          title="Tipping Summary"
          actions={
            <Box component={Link} className="ps-way" c="var(--ps-ink)" to={POINTS_ADDRESS}>
              Why these points? <Icon icon={IconArrowRight} size={16} className="ps-faint" />
            </Box>
          }
          flush
        >
          <Summary summary={summary} weekendId={weekend.id} />
        </Panel>
      )}
      <TipsPanel
        title="My Group Tips"
        tips={summary.groupTips}
        zone={zone}
        linkTo="/groups"
        linkLabel="Groups"
        emptyState={{
          title: 'No group tips',
          text: 'Visit the Groups page to create or join a group, then tip there.',
          action: 'Group Tipping',
        }}
      >
        {isWithoutGroups && summary.groupTips.length > 0 && (
          <div className="ps-above">
            <QueryError title="Group names aren’t available right now" query={groups} order={3} />
          </div>
        )}
      </TipsPanel>
      <TipsPanel
        title="My Sector Tips"
        tips={summary.sectorTips.map((tip) => ({ tip }))}
        zone={zone}
        linkTo="/tipping"
        linkLabel="Tipping"
        emptyState={{
          title: 'No sector tips',
          text: 'Visit the Tipping page to pick a car in each category.',
          action: 'Purple Sector Tipping',
        }}
      >
        {summary.notTipped.length > 0 && <NotTipped notTipped={summary.notTipped} zone={zone} now={now} />}
      </TipsPanel>
    </PanelGrid>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [productRacesQuery(weekendId), tipsQuery(weekendId), groupsQuery]

/** The fan's picks of the active weekend; with `view=points` in the URL, the points of each. */
export const MyTipsPage = () => {
  const { weekend } = useActiveWeekend()
  const [address] = useSearchParams()
  const isAboutPoints = address.get('view') === POINTS_VIEW
  const text = isAboutPoints
    ? `Every point you earned at ${weekend?.name}.`
    : `Every car you’ve picked for ${weekend?.name}.`
  return (
    <Page>
      <PageHead
        title={isAboutPoints ? 'Why these points?' : 'My Tips'}
        text={weekend ? text : undefined}
        end={
          isAboutPoints && (
            <Button
              component={Link}
              variant="outline"
              leftSection={<Icon icon={IconArrowLeft} size={16} />}
              to="/my-tips"
            >
              My Tips
            </Button>
          )
        }
      />
      <WithActiveWeekend loading={<Loading />}>
        {(active) =>
          isAboutPoints ? (
            <MyPoints key={active.id} weekend={active} />
          ) : (
            <TipsOfWeekend key={active.id} weekend={active} />
          )
        }
      </WithActiveWeekend>
    </Page>
  )
}
