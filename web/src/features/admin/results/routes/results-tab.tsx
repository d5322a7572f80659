import { Button, Skeleton, Stack } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { serverMessage } from '../../../../client/api/api.ts'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../../ui/layout/state.tsx'
import { plural } from '../../../../ui/time/format.ts'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { adminCarsQuery, adminRacesQuery, allRacesQuery } from '../../base/api/admin-queries.ts'
import { logAddress, pointsAddress, tabAddress } from '../../base/api/setup-tabs.ts'
import { SetupHead } from '../../base/components/setup-head.tsx'
import { resultQuery } from '../api/results-queries.ts'
import { RaceResults } from './race-results.tsx'
import { ResultEditor } from './result-editor.tsx'
import { ResultHistory } from './result-history.tsx'

const Loading = ({ title }: { title: string }) => (
  <Panel single flush>
    <LoadingState title={title}>
      <Stack gap={16} mt={16}>
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} height={26} />
        ))}
      </Stack>
    </LoadingState>
  </Panel>
)

type Query = { error: Error | null; isFetching: boolean; refetch(): unknown }

const Failed = ({ title, queries }: { title: string; queries: readonly Query[] }) => (
  <Panel single flush>
    <ErrorState
      title={title}
      message={serverMessage(queries.find(({ error }) => error)?.error, 'We can’t reach race control.')}
      onRetry={() => {
        for (const { error, refetch } of queries) if (error) void refetch()
      }}
      retrying={queries.some(({ isFetching }) => isFetching)}
    />
  </Panel>
)

/** The editor of a race, once its cars and result are loaded. */
const RaceEditor = ({ race }: { race: Race }) => {
  const cars = useQuery(adminCarsQuery(race.weekendId))
  const result = useQuery(resultQuery(race, true))
  const enteredCars = useMemo(
    () => cars.data?.filter(({ category }) => category === race.category),
    [cars.data, race.category],
  )
  if (enteredCars && result.data !== undefined)
    return (
      <>
        <ResultEditor key={race.id} race={race} cars={enteredCars} result={result.data} />
        <ResultHistory race={race} />
      </>
    )
  if (cars.error || result.error) return <Failed title="Couldn’t load the classification" queries={[cars, result]} />
  return <Loading title={`Loading the result of ${race.name}...`} />
}

/** The editor of the race in the URL, which may belong to another weekend than the selected one. */
const EditorFromUrl = ({ raceId, races }: { raceId: number; races: readonly Race[] }) => {
  const raceInList = races.find(({ id }) => id === raceId)
  const allRaces = useQuery({ ...allRacesQuery, enabled: raceInList === undefined })
  const race = raceInList ?? allRaces.data?.find(({ id }) => id === raceId)
  if (race) return <RaceEditor race={race} />
  if (allRaces.error) return <Failed title="Couldn’t load the session" queries={[allRaces]} />
  if (allRaces.isPending) return <Loading title="Loading the session..." />
  return (
    <Panel single flush>
      <EmptyState
        title="Session not found"
        text="It may have been deleted."
        action={
          <Button component={Link} variant="outline" to={tabAddress('results')}>
            All results
          </Button>
        }
      />
    </Panel>
  )
}

const RaceOverview = ({ weekend, races }: { weekend: Weekend; races: readonly Race[] }) => (
  <>
    <SetupHead
      title="Results"
      text={`${plural(races.length, 'session')} of ${weekend.name}, times in ${weekend.timeZone}.`}
      end={
        <>
          <Button component={Link} variant="outline" to={pointsAddress}>
            A fan’s points
          </Button>
          <Button component={Link} variant="outline" to={logAddress}>
            Audit log
          </Button>
        </>
      }
    />
    {races.length > 0 ? (
      <RaceResults weekend={weekend} races={races} />
    ) : (
      <Panel single flush>
        <EmptyState
          title="No races found"
          text="You enter results session by session."
          action={
            <Button component={Link} variant="outline" to={tabAddress('races')}>
              Races
            </Button>
          }
        />
      </Panel>
    )}
  </>
)

const WeekendResults = ({ weekend, raceId }: { weekend: Weekend; raceId: number | null }) => {
  const races = useQuery(adminRacesQuery(weekend.id))
  if (races.data)
    return raceId === null ? (
      <RaceOverview weekend={weekend} races={races.data} />
    ) : (
      <EditorFromUrl raceId={raceId} races={races.data} />
    )
  return (
    <>
      {raceId === null && <SetupHead title="Results" />}
      {races.error ? (
        <Failed title="Couldn’t load the sessions" queries={[races]} />
      ) : (
        <Loading title="Loading the sessions..." />
      )}
    </>
  )
}

/** Results tab of Setup: the races of the weekend, or with `race` in the URL the editor of one. */
export const ResultsTab = () => {
  const { weekend, isPending } = useActiveWeekend()
  const [searchParams] = useSearchParams()
  const race = Number(searchParams.get('race'))
  const raceId = Number.isInteger(race) && race > 0 ? race : null
  if (weekend) return <WeekendResults weekend={weekend} raceId={raceId} />
  if (isPending) return <Loading title="Loading the race weekend..." />
  return (
    <Panel single flush>
      <EmptyState title="No race weekend" text="Create one to enter the results of its sessions here." />
    </Panel>
  )
}
