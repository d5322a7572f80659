import type { Car } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { LoadingState } from '../../../ui/layout/state.tsx'
import type { TimeZoneOption } from '../../../ui/time/format.ts'
import { historyQuery } from '../api/timing-queries.ts'
import type { TipMark } from '../api/tips-on-cars.ts'
import { ControlMessages } from './control-messages.tsx'
import { LapChart } from './lap-chart.tsx'

type Props = {
  raceId: number
  cars: readonly Car[] | undefined
  tips: ReadonlyMap<number, TipMark>
  zone: TimeZoneOption
}

/** The session so far: positions by lap, and race control messages. */
export const SessionLaps = ({ raceId, cars, tips, zone }: Props) => {
  const history = useQuery(historyQuery(raceId))
  if (history.isPending) return <LoadingState order={3} title="Loading the laps..." />
  if (history.isError && !history.data) return <QueryError order={3} title="Couldn’t load the laps" query={history} />
  return (
    <>
      <LapChart history={history.data ?? { raceId, cars: [], control: [] }} cars={cars} tips={tips} />
      <ControlMessages control={history.data?.control ?? []} zone={zone} />
    </>
  )
}
