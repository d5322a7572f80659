import { Badge, Box, Button, Flex, Text, Title } from '@mantine/core'
import type { Result } from '@purple-sector/contracts/admin/http'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useServerNow } from '../../../../client/time/server-clock.ts'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { Plate } from '../../../../ui/racing/plate.tsx'
import { formatDayTime, type TimeZoneOption } from '../../../../ui/time/format.ts'
import { byCategory } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { RACE_STATE_LABELS, type RaceState, raceState } from '../../../weekend-data/api/race-state.ts'
import { resultsAddress } from '../../base/api/setup-tabs.ts'
import { storedDraft } from '../api/draft-store.ts'
import { RESULT_STATUSES, RESULT_TONES } from '../api/result-labels.ts'
import { resultQuery } from '../api/results-queries.ts'
import classes from './race-results.module.css'

/** Interval at which the states of the races are recomputed, in ms. */
const CHECK_INTERVAL_MS = 60_000

/** The first three of a result by car number. */
const Podium = ({ result }: { result: Result | null | undefined }) => {
  const first = (result?.classification ?? [])
    .filter(({ place }) => place !== null && place <= 3)
    .toSorted((a, other) => (a.place ?? 0) - (other.place ?? 0))
  if (first.length === 0) return null
  return (
    <Flex component="span" align="center" gap={6} visibleFrom="sm">
      <span className="ps-hidden">Top 3: </span>
      {first.map(({ carId, car }) => (
        <Plate key={carId} number={car.plate} size="sm" />
      ))}
    </Flex>
  )
}

const State = ({ race, state }: { race: Race; state: RaceState }) =>
  race.resultStatus ? (
    <Badge variant={RESULT_TONES[race.resultStatus]}>{RESULT_STATUSES[race.resultStatus]}</Badge>
  ) : state === 'upcoming' ? (
    <Badge>Upcoming</Badge>
  ) : (
    <Badge variant="plain">No result</Badge>
  )

/** Formats the published revision, `Revision 2 · Sat 5:40 pm`, or the state of the race. */
const describeResult = (
  race: Race,
  state: RaceState,
  result: Result | null | undefined,
  zone: TimeZoneOption,
): string => {
  if (race.resultRevision === null) return state === 'upcoming' ? '' : RACE_STATE_LABELS[state].label
  const publicationTime =
    result?.revision === race.resultRevision ? ` · ${formatDayTime(result.publishedAt, zone)}` : ''
  return `Revision ${race.resultRevision}${publicationTime}`
}

const startOf = ({ scheduledStart }: Race, zone: TimeZoneOption): string =>
  scheduledStart ? formatDayTime(scheduledStart, zone) : 'TBD'

type ResultRowProps = { race: Race; state: RaceState; result: Result | null | undefined; zone: TimeZoneOption }

const ResultRow = ({ race, state, result, zone }: ResultRowProps) => (
  <li className={classes.row}>
    <Box component="span" className="ps-data ps-muted" flex="none" w={92} visibleFrom="sm">
      {startOf(race, zone)}
    </Box>
    <span className={classes.name}>
      <Box component="b" className="ps-clip" fw={540}>
        {race.name}
      </Box>
      <Text span size="xs" c="var(--ps-ink-3)" truncate>
        {describeResult(race, state, result, zone) || (
          // In a column of its own where there is room.
          <Box component="span" hiddenFrom="sm">
            {startOf(race, zone)}
          </Box>
        )}
      </Text>
    </span>
    <Podium result={result} />
    <Flex
      component="span"
      align={{ base: 'flex-end', sm: 'center' }}
      justify="flex-end"
      gap={6}
      miw={{ base: 0, sm: 92 }}
      direction={{ base: 'column', sm: 'row' }}
    >
      {storedDraft(race.id) && <Badge variant="yellow">Draft</Badge>}
      <State race={race} state={state} />
    </Flex>
    <Button
      component={Link}
      variant="outline"
      size="sm"
      w={{ base: 92, sm: 104 }}
      p={0}
      to={resultsAddress(race.id)}
      aria-label={`${race.resultRevision === null ? 'Enter result' : 'Results'}: ${race.name}, ${race.category}`}
    >
      {race.resultRevision === null ? 'Enter result' : 'Results'}
    </Button>
  </li>
)

/** The races of a weekend by category, each with its published result. */
export const RaceResults = ({ weekend, races }: { weekend: Weekend; races: readonly Race[] }) => {
  const now = useServerNow(CHECK_INTERVAL_MS)
  const published = races.filter(({ resultRevision }) => resultRevision !== null)
  const results = useQueries({ queries: published.map((race) => resultQuery(race)) })
  const resultOf = new Map(published.map(({ id }, index) => [id, results[index]?.data]))
  return (
    <Panel single flush>
      <div className="ps-lined">
        {byCategory(races, useCategories()).map(({ id, name, items }) => (
          <section key={id} aria-label={name}>
            <Title order={2} size="h3" className="ps-below" pt={11} px={16} pb={9} bg="var(--ps-sunken)">
              {name}
            </Title>
            <ul className="ps-lined">
              {items.map((race) => (
                <ResultRow
                  key={race.id}
                  race={race}
                  state={raceState(race, now)}
                  result={resultOf.get(race.id)}
                  zone={weekend}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  )
}
