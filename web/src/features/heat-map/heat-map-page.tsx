import { Box, Flex, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryError } from '../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../client/realtime/realtime-context.ts'
import { Page, PageHead } from '../../ui/layout/page.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Stat, StatGrid } from '../../ui/layout/stat.tsx'
import { EmptyState } from '../../ui/layout/state.tsx'
import { Segments } from '../../ui/racing/segments.tsx'
import { plural } from '../../ui/time/format.ts'
import { byCategory } from '../weekend-data/api/category-order.ts'
import { useCategories } from '../weekend-data/api/category-queries.ts'
import { useActiveWeekend } from '../weekend-data/components/active-weekend.tsx'
import { CategorySelect, useCategoryFilter } from '../weekend-data/components/category-select.tsx'
import { WithActiveWeekend } from '../weekend-data/components/with-active-weekend.tsx'
import { HeatCard } from './heat-card.tsx'
import { heatFigures } from './heat-figures.ts'
import classes from './heat-map.module.css'
import { heatMapQuery } from './heat-map-queries.ts'
import { ZONES, zoneNamed } from './heat-zone.tsx'

const OFFLINE_POLL_MS = 30_000
const TITLE = 'Heat Map'

const CLIPPED = { overflow: 'hidden' }

const Legend = () => (
  <Flex
    component="ul"
    className="ps-note ps-above"
    wrap="wrap"
    align="center"
    gap={{ base: '6px 16px', sm: '6px 36px' }}
    mih={40}
    px={16}
    py={10}
    bg="var(--ps-sunken)"
    aria-label="Zones"
  >
    {ZONES.map(({ zone, word, scores, segment }) => (
      <Flex key={zone} component="li" align="center" gap={8}>
        <Box component="span" display="flex" w={14} aria-hidden="true">
          <Segments wide values={[segment]} label="" />
        </Box>
        <Box component="b" fw={560} c="bright">
          {word}
        </Box>
        {scores}
      </Flex>
    ))}
  </Flex>
)

const Summary = ({ entries }: { entries: readonly HeatMapEntry[] }) => {
  const { drivers, zones, average } = heatFigures(entries)
  return (
    <Panel single flush>
      <StatGrid columns={4}>
        <Stat size="lg" label="Total drivers" value={drivers} />
        <Stat size="lg" label="Hot zone" value={zones.hot} tone="purple" />
        <Stat size="lg" label="Warm zone" value={zones.warm} tone="green" />
        <Stat size="lg" label="Average score" value={average} />
      </StatGrid>
      <Legend />
    </Panel>
  )
}

/** Summarises the zones: "3 hot, 7 warm, 8 neutral, 5 cool, 3 cold". */
const describeZones = (entries: readonly HeatMapEntry[]): string => {
  const { zones } = heatFigures(entries)
  return ZONES.map(({ zone, word }) => `${zones[zone]} ${word.toLowerCase()}`).join(', ')
}

/** The cards of a category side by side with hairlines between them; on a phone one below the other. */
const Cards = ({ children }: { children: ReactNode }) => (
  <Paper withBorder style={CLIPPED}>
    <SimpleGrid cols={{ base: 1, sm: 3, lg: 5 }} spacing={1} className={classes.cards}>
      {children}
    </SimpleGrid>
  </Paper>
)

const CategoryHead = ({ children }: { children: ReactNode }) => (
  <Flex
    component="header"
    wrap={{ base: 'wrap', sm: 'nowrap' }}
    align="center"
    gap={{ base: '2px 12px', sm: 12 }}
    pt={{ base: 16, sm: 22 }}
    pb={10}
    px={{ base: 16, sm: 0 }}
  >
    {children}
  </Flex>
)

const CategoryHeat = ({ name, entries }: { name: string; entries: readonly HeatMapEntry[] }) => (
  <section aria-label={name}>
    <CategoryHead>
      <Title order={2} className="ps-category" flex={{ base: '1 0 100%', sm: 'none' }}>
        {name}
      </Title>
      <Text span size="xs" c="dimmed" mt={2}>
        {plural(entries.length, 'driver')} · average {heatFigures(entries).average}
      </Text>
      <Box visibleFrom="sm" miw={0} ml="auto" style={CLIPPED}>
        <Segments
          values={entries.map(({ heatMapZone }) => zoneNamed(heatMapZone).segment)}
          label={describeZones(entries)}
        />
      </Box>
    </CategoryHead>
    <Cards>
      {entries.map((entry) => (
        <HeatCard key={`${entry.carId} ${entry.driverName}`} entry={entry} />
      ))}
    </Cards>
  </section>
)

/** Skeleton in the layout of the loaded page. */
const Loading = () => (
  <div role="status" aria-busy="true">
    <span className="ps-hidden">Loading the heat map...</span>
    <div aria-hidden="true">
      <Panel single flush>
        <StatGrid columns={4}>
          {[1, 2, 3, 4].map((figure) => (
            <Stat key={figure} size="lg" label={<Skeleton width={74} />} value={<Skeleton width={56} height={36} />} />
          ))}
        </StatGrid>
        <Legend />
      </Panel>
      <CategoryHead>
        <Skeleton width={220} height={20} />
      </CategoryHead>
      <Cards>
        {[1, 2, 3, 4, 5].map((card) => (
          <Stack key={card} justify="space-between" gap={16} mih={{ base: 96, sm: 158 }} p={16}>
            <Skeleton width="60%" />
            <Skeleton height={26} />
            <Skeleton width="80%" />
          </Stack>
        ))}
      </Cards>
    </div>
  </div>
)

const HeatOfWeekend = ({ entries }: { entries: readonly HeatMapEntry[] }) => {
  const chosenCategoryId = useCategoryFilter()
  const categories = useCategories()
  const visible =
    chosenCategoryId === null ? entries : entries.filter(({ categoryId }) => categoryId === chosenCategoryId)
  if (visible.length === 0)
    return (
      <Panel single flush>
        <EmptyState
          title="No performance data available for this weekend"
          text={
            entries.length === 0 ? 'The heat map fills in after the first result.' : 'No results in this category yet.'
          }
        />
      </Panel>
    )
  return (
    <>
      <Summary entries={visible} />
      {byCategory(visible, categories).map(({ id, name, items }) => (
        <CategoryHeat key={id} name={name} entries={items} />
      ))}
    </>
  )
}

const Content = ({ weekend }: { weekend: Weekend }) => {
  const map = useQuery({ ...heatMapQuery(weekend.id), refetchInterval: usePollWhileOffline(OFFLINE_POLL_MS) })
  const entries = map.data
  return (
    <>
      <PageHead
        title={TITLE}
        text={`Finishing positions, best laps and laps completed, averaged over the sessions of ${weekend.name}.`}
        end={entries && entries.length > 0 ? <CategorySelect items={entries} /> : undefined}
        isEndBelow
      />
      {entries ? (
        <HeatOfWeekend entries={entries} />
      ) : map.isError ? (
        <Panel single flush>
          <QueryError title="Failed to fetch heat map data" query={map} />
        </Panel>
      ) : (
        <Loading />
      )}
    </>
  )
}

/** The queries that the page shows first of a weekend. */
export const reads = (weekendId: number) => [heatMapQuery(weekendId)]

/** Heat map of the drivers of the active weekend, by category. */
export const HeatMapPage = () => {
  const { weekend } = useActiveWeekend()
  return (
    <Page>
      {!weekend && <PageHead title={TITLE} />}
      <WithActiveWeekend loading={<Loading />}>
        {(active) => <Content key={active.id} weekend={active} />}
      </WithActiveWeekend>
    </Page>
  )
}
