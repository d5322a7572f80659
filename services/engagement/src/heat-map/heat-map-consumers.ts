import { liveTimingChanged, resultPublished } from '@purple-sector/contracts/admin/events'
import { weekendSubject } from '@purple-sector/contracts/event'
import { carChanged, categoryChanged, raceChanged, weekendChanged } from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { isDeleted, on } from '@purple-sector/messaging'
import { heatMapRepository } from './heat-map-repository.ts'
import { pauseLiveTiming } from './running-session-sql.ts'

/** Raises the version of a heat map whose sources may have changed; the publisher checks whether the map did. */
const raiseVersion = async (sql: Transaction, weekendId: number, racedAt: string | null = null): Promise<void> => {
  if (!(await isDeleted(sql, weekendSubject(weekendId)))) await heatMapRepository(sql).raiseVersion(weekendId, racedAt)
}

const onResult = on(resultPublished, ({ data }, sql) => raiseVersion(sql, data.weekendId, data.publishedAt))
const onRace = on(raceChanged, ({ data }, sql) => raiseVersion(sql, data.weekendId, data.resultChangedAt))
const onCar = on(carChanged, ({ data }, sql) => raiseVersion(sql, data.weekendId))
const onWeekend = on(weekendChanged, ({ data }, sql) => raiseVersion(sql, data.id))
const onLiveTiming = on(liveTimingChanged, ({ data }, sql) => pauseLiveTiming(sql, data.isPaused))
const onCategory = on(categoryChanged, (_, sql) => heatMapRepository(sql).raiseAll())

/** Consumers of events that change heat maps; they run after the projections. */
export const heatMapConsumers = [onResult, onRace, onCar, onWeekend, onLiveTiming, onCategory]
