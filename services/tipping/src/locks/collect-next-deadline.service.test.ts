import { hoursFromNow } from '@purple-sector/testing/builders'
import { measuredValue } from '@purple-sector/testing/measured-value'
import { expect, onTestFinished, test } from 'vitest'
import { createTippingDatabase, createTippingScenario } from '../../test/tipping-scenario.ts'
import { collectNextDeadline } from './collect-next-deadline.ts'

const METRIC = 'tipping_next_deadline_timestamp_seconds'
const LOCK_BEFORE_START_S = 120

test('measures the lock of the next race, and 0 when all are locked', async () => {
  const testDatabase = await createTippingDatabase()
  onTestFinished(() => testDatabase.drop())
  const collecting = collectNextDeadline(testDatabase)
  expect(await measuredValue(METRIC)).toBe(0)

  const scenario = await createTippingScenario(testDatabase.database)
  const [soon, later] = [hoursFromNow(3), hoursFromNow(5)]
  const raceId = await scenario.race({ startTime: soon })
  await scenario.race({ sessionType: 'race2', startTime: later })
  await scenario.race({ sessionType: 'practice', startTime: hoursFromNow(1) })
  expect(await measuredValue(METRIC)).toBeCloseTo(Date.parse(soon) / 1_000 - LOCK_BEFORE_START_S, 2)
  await scenario.close(raceId)
  expect(await measuredValue(METRIC)).toBeCloseTo(Date.parse(later) / 1_000 - LOCK_BEFORE_START_S, 2)

  await collecting.stop()
  await scenario.race({ startTime: hoursFromNow(2) })
  expect(await measuredValue(METRIC)).toBeCloseTo(Date.parse(later) / 1_000 - LOCK_BEFORE_START_S, 2)
})
