import { timeZoneInput } from '@purple-sector/contracts/time-zone'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Zones that `Intl` accepts but does not list: old names, and some that only it knows. */
const UNLISTED_ZONES = [
  ...['UTC', 'GMT', 'EST', 'MST', 'HST', 'CET', 'EST5EDT', 'PST8PDT', 'NZ', 'GB', 'PRC', 'ROK', 'Zulu', 'Etc/GMT-14'],
  ...['ACT', 'AET', 'AGT', 'ART', 'AST', 'BET', 'BST', 'CAT', 'CNT', 'CST', 'CTT', 'EAT', 'ECT', 'IET', 'IST', 'JST'],
  ...['MIT', 'NET', 'NST', 'PLT', 'PNT', 'PRT', 'PST', 'SST', 'VST', 'aet', 'US/Pacific-New', 'australia/sydney'],
]

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'engagement' })
})
afterAll(() => testDatabase?.drop())

test('Postgres knows every time zone that a weekend can have', async () => {
  const zones = [...Intl.supportedValuesOf('timeZone'), ...UNLISTED_ZONES].filter(
    (zone) => timeZoneInput.safeParse(zone).success,
  )
  expect(zones.length).toBeGreaterThan(400)
  const { rows } = await testDatabase.database.raw<{ rows: { zone: string }[] }>(
    `select zone from unnest(?::text[]) as zone
     where not exists (select from pg_timezone_names where lower(name) = lower(zone))`,
    [zones],
  )
  expect(rows).toEqual([])
})

test.each(['AET', 'BST', 'pst', '+10:00', 'Mars/Olympus', '', 'Australia/Sydney '])(
  'rejects %s as time zone of a weekend',
  (zone) => {
    expect(timeZoneInput.safeParse(zone).success).toBe(false)
  },
)
