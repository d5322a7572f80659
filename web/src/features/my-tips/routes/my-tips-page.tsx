import { Box, Button, Flex, Skeleton } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { QueryError } from '../../../client/api/query-error.tsx'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { RowSelect } from '../../../ui/controls/row-select.tsx'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../../ui/layout/panel.tsx'
import { StatSkeletons } from '../../../ui/layout/stat-skeletons.tsx'
import { groupsQuery } from '../../groups/api/group-queries.ts'
import { useZone } from '../../session/use-zone.ts'
import { tipsQuery } from '../../tipping/api/tip-queries.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { seasonsQuery } from '../../weekend-data/api/season-queries.ts'
import { productRacesQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import { WithActiveWeekend } from '../../weekend-data/components/with-active-weekend.tsx'
import { MyPoints } from '../components/my-points.tsx'
import { NotTipped } from '../components/not-tipped.tsx'
import { TipsFigures } from '../components/tips-figures.tsx'
import { TipsPanel } from '../components/tips-panel.tsx'
import { summaryOf } from '../components/tips-summary.ts'
import { useTipsWeekend } from '../components/use-tips-weekend.ts'

const POINTS_VIEW = 'points'

/** Returns the address of the page with another view, about the same round. */
const useViewAddress = (view: string): string => {
  const [search] = useSearchParams()
  const next = new URLSearchParams(search)
  if (view === '') next.delete('view')
  else next.set('view', view)
  return `?${next}`
}

/** Makes a weekend the one of all pages, as a link to Tipping is about it. */
const useSelect = (weekend: Weekend) => {
  const { weekend: active, select } = useActiveWeekend()
  return () => weekend.id !== active?.id && select(weekend.id)
}

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

const TipsOfWeekend = ({ weekend }: { weekend: Weekend }) => {
  const tips = useQuery(tipsQuery(weekend.id))
  const races = useQuery(productRacesQuery(weekend.id))
  const categories = useCategories()
  const now = useServerNow(10_000)
  const zone = useZone(weekend.timeZone)
  const groups = useQuery(groupsQuery)
  const pointsAddress = useViewAddress(POINTS_VIEW)
  const select = useSelect(weekend)
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
            <Box component={Link} className="ps-way" c="var(--ps-ink)" to={pointsAddress}>
              Why these points? <Icon icon={IconArrowRight} size={16} className="ps-faint" />
            </Box>
          }
          flush
        >
          <TipsFigures summary={summary} weekendId={weekend.id} />
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
        onLink={select}
        emptyState={{
          title: 'No sector tips',
          text: 'Visit the Tipping page to pick a car in each category.',
          action: 'Purple Sector Tipping',
        }}
      >
        {isOpenToAll(weekend) && summary.notTipped.length > 0 && (
          <NotTipped notTipped={summary.notTipped} zone={zone} now={now} onOpen={select} />
        )}
      </TipsPanel>
    </PanelGrid>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [
  productRacesQuery(weekendId),
  tipsQuery(weekendId),
  groupsQuery,
  seasonsQuery,
]

/**
 * The fan's picks of the active weekend, or of the round that `round` in the URL names; with `view=points` the points of
 * each.
 */
export const MyTipsPage = () => {
  const { weekend, rounds, round, choose } = useTipsWeekend()
  const [address] = useSearchParams()
  const tipsAddress = useViewAddress('')
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
          (rounds.length > 1 || isAboutPoints) && (
            <>
              {rounds.length > 1 && <RowSelect aria-label="Round" value={round} options={rounds} onChoose={choose} />}
              {isAboutPoints && (
                <Button
                  component={Link}
                  variant="outline"
                  size="sm"
                  leftSection={<Icon icon={IconArrowLeft} size={16} />}
                  to={tipsAddress}
                >
                  My Tips
                </Button>
              )}
            </>
          )
        }
        isEndBelow
      />
      <WithActiveWeekend loading={<Loading />}>
        {() =>
          weekend &&
          (isAboutPoints ? (
            <MyPoints key={weekend.id} weekend={weekend} />
          ) : (
            <TipsOfWeekend key={weekend.id} weekend={weekend} />
          ))
        }
      </WithActiveWeekend>
    </Page>
  )
}
