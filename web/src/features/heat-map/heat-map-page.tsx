import { Skeleton, Text } from '@mantine/core'
import type { HeatMapEntry } from '@purple-sector/contracts/engagement/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../client/realtime/realtime-context.ts'
import { Page, PageHead } from '../../ui/layout/page.tsx'
import { Panel, PanelGrid } from '../../ui/layout/panel.tsx'
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
import classes from './heat-map-page.module.css'
import { heatMapQuery } from './heat-map-queries.ts'
import { ZONES, zoneNamed } from './heat-zone.tsx'

const OFFLINE_POLL_MS = 30_000
const TITLE = 'Heat Map'

const Legend = () => (
  <ul className={classes.legend} aria-label="Zones">
    {ZONES.map(({ zone, word, scores, segment }) => (
      <li key={zone}>
        <span aria-hidden="true">
          <Segments values={[segment]} label="" className={classes.key} />
        </span>
        <b>{word}</b>
        {scores}
      </li>
    ))}
  </ul>
)

const Summary = ({ entries }: { entries: readonly HeatMapEntry[] }) => {
  const { drivers, zones, average } = heatFigures(entries)
  return (
    <Panel single flush className={classes.summary}>
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

const CategoryHeat = ({ name, entries }: { name: string; entries: readonly HeatMapEntry[] }) => (
  <section aria-label={name}>
    <header className={classes.category}>
      <h2 className="ps-category">{name}</h2>
      <Text span size="xs" c="dimmed">
        {plural(entries.length, 'driver')} · average {heatFigures(entries).average}
      </Text>
      <Segments
        className={classes.spread}
        values={entries.map(({ heatMapZone }) => zoneNamed(heatMapZone).segment)}
        label={describeZones(entries)}
      />
    </header>
    <PanelGrid columns={5} className={classes.cards}>
      {entries.map((entry) => (
        <HeatCard key={`${entry.carId} ${entry.driverName}`} entry={entry} />
      ))}
    </PanelGrid>
  </section>
)

/** Skeleton in the layout of the loaded page. */
const Loading = () => (
  <div role="status" aria-busy="true">
    <span className="ps-hidden">Loading the heat map...</span>
    <div aria-hidden="true">
      <Panel single flush className={classes.summary}>
        <StatGrid columns={4}>
          {[1, 2, 3, 4].map((figure) => (
            <Stat key={figure} size="lg" label={<Skeleton width={74} />} value={<Skeleton width={56} height={36} />} />
          ))}
        </StatGrid>
        <Legend />
      </Panel>
      <div className={classes.category}>
        <Skeleton width={220} height={20} />
      </div>
      <PanelGrid columns={5} className={classes.cards}>
        {[1, 2, 3, 4, 5].map((card) => (
          <div key={card} className={classes.waiting}>
            <Skeleton width="60%" />
            <Skeleton height={26} />
            <Skeleton width="80%" />
          </div>
        ))}
      </PanelGrid>
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
        className={classes.head}
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
