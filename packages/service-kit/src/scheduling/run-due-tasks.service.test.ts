import { setTimeout as delay } from 'node:timers/promises'
import { wake } from '@purple-sector/database'
import { currentTraceId } from '@purple-sector/telemetry/trace'
import { createTestDatabase, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Logger, silentLogger } from '../logger.ts'
import { runDueTasks, type ScheduledTask } from './run-due-tasks.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase({ service: 'kit' })
  await testDatabase.database.raw('create table parcels (room text, sent_at timestamptz default clock_timestamp())')
})
afterAll(() => testDatabase.drop())
beforeEach(async () => {
  await testDatabase.database('parcels').delete()
})

type Line = { event: string; task: string; err: Error }

/** Inserts a row like a commit of a service: with a wake. */
const insertParcel = async (room: string) => {
  await testDatabase.database('parcels').insert({ room })
  wake(testDatabase.database, 'tasks')
}
const readRooms = (): Promise<string[]> => testDatabase.database('parcels').orderBy('room').pluck('room')
const start = (task: Partial<ScheduledTask> & { name: string }, { pauseMs = 5, log = silentLogger() } = {}) =>
  runDueTasks({ database: testDatabase.database, log }, pauseMs, {
    due: `select from parcels where room = '${task.name}'`,
    work: () => testDatabase.database('parcels').where({ room: task.name }).delete(),
    ...task,
  })

/** Records the checks until `stop`. */
const recordChecks = () => {
  const checks: string[] = []
  const record = ({ sql }: { sql: string }) => void (sql.startsWith('select exists') && checks.push(sql))
  testDatabase.database.on('query', record)
  return { checks, stop: () => testDatabase.database.off('query', record) }
}

const CHECK_OF_BOTH = `select exists (select from parcels where room = 'north') as "0", exists (select from parcels where room = 'south') as "1"`

test('runs a task whenever it is due, each time in a trace of its own', async () => {
  const traces: (string | undefined)[] = []
  await insertParcel('north')
  const task = start({
    name: 'north',
    async work() {
      traces.push(currentTraceId())
      await testDatabase.database('parcels').where({ room: 'north' }).delete()
    },
  })
  await expect.poll(readRooms).toEqual([])
  await insertParcel('north')
  await insertParcel('south')
  await expect.poll(readRooms).toEqual(['south'])
  await task.stop()
  expect(traces).toHaveLength(2)
  expect(new Set(traces).size).toBe(2)
  expect(traces).not.toContain(undefined)
})

test('runs the first check without a pause', async () => {
  await insertParcel('north')
  const task = start({ name: 'north' }, { pauseMs: 3_600_000 })
  await expect.poll(readRooms).toEqual([])
  await task.stop()
})

test('checks all tasks of a database in one statement', async () => {
  const { checks, stop } = recordChecks()
  const tasks = [start({ name: 'north' }), start({ name: 'south' })]
  await insertParcel('west')
  await expect.poll(() => checks.length).toBeGreaterThan(1)
  await Promise.all(tasks.map((task) => task.stop()))
  stop()
  expect(new Set(checks)).toEqual(new Set([CHECK_OF_BOTH]))
})

test('checks a task registered later together with the other tasks, and removes only that task', async () => {
  const north = start({ name: 'north' })
  const { checks, stop } = recordChecks()
  await expect.poll(() => checks.length).toBeGreaterThan(0)
  const south = start({ name: 'south' })
  await expect.poll(() => checks.at(-1)).toBe(CHECK_OF_BOTH)
  await south.stop()
  await insertParcel('west')
  const checkOfNorth = `select exists (select from parcels where room = 'north') as "0"`
  await expect.poll(() => checks.at(-1)).toBe(checkOfNorth)
  await north.stop()
  stop()
})

test('does not run a task that is stopped during its check, and can start it again', async () => {
  let runs = 0
  const count = async () => {
    runs += 1
    await testDatabase.database('parcels').delete()
  }
  await insertParcel('north')
  const { checks, stop } = recordChecks()
  const holder = await testDatabase.database.transaction()
  await holder.raw('select pg_advisory_xact_lock(1)')
  const due = "select from pg_advisory_xact_lock_shared(1), parcels where room = 'north'"
  const [stopped, other] = [start({ name: 'north', due, work: count }), start({ name: 'south' })]
  await expect.poll(() => checks.length).toBe(1)
  await stopped.stop()
  await holder.commit()
  await insertParcel('west')
  await expect.poll(() => checks.length).toBeGreaterThan(1)
  await other.stop()
  stop()
  expect([runs, await readRooms()]).toEqual([0, ['north', 'west']])

  const again = start({ name: 'north', work: count })
  // Stopping it twice does not affect the task started after it.
  await stopped.stop()
  await expect.poll(readRooms).toEqual([])
  await again.stop()
  expect(runs).toBe(1)
})

test('never runs a slow task twice at a time, does not block others, and waits for it on stop', async () => {
  const resume = Promise.withResolvers<void>()
  let runs = 0
  const slow = start({
    name: 'north',
    work() {
      runs += 1
      return resume.promise
    },
  })
  const quick = start({ name: 'south' })
  await insertParcel('north')
  await expect.poll(() => runs).toBe(1)
  await insertParcel('south')
  await expect.poll(readRooms).toEqual(['north'])
  await insertParcel('south')
  await expect.poll(readRooms).toEqual(['north'])
  expect(runs).toBe(1)

  let isStopped = false
  const stopping = slow.stop().then(() => {
    isStopped = true
  })
  await quick.stop()
  expect(isStopped).toBe(false)
  resume.resolve()
  await stopping
})

test('logs a failure, retries at the next check, and does not affect other tasks', async () => {
  const warned: unknown[] = []
  const log = { warn: ({ event, task }: Line) => warned.push(`${event} ${task}`) } as unknown as Logger
  let failures = 0
  const failing = start(
    {
      name: 'north',
      async work() {
        failures += 1
        if (failures < 3) throw new Error('the room is locked')
        await testDatabase.database('parcels').where({ room: 'north' }).delete()
      },
    },
    { log },
  )
  const other = start({ name: 'south' })
  await insertParcel('north')
  await insertParcel('south')
  await expect.poll(readRooms).toEqual([])
  await Promise.all([failing.stop(), other.stop()])
  expect(warned).toEqual(['task.failed north', 'task.failed north'])
})

test('skips a task whose select fails, logs its name, and runs the others', async () => {
  const warned: unknown[] = []
  const log = {
    warn: ({ event, task, err }: Line) => warned.push(`${event} ${task}: ${err.message}`),
  } as unknown as Logger
  const completedTasks: string[] = []
  const tasks = [
    start({ name: 'north' }, { log }),
    start({ name: 'broken', due: 'select from lost', work: async () => void completedTasks.push('broken') }, { log }),
    start({ name: 'south' }, { log }),
  ]
  await insertParcel('north')
  await insertParcel('south')
  await expect.poll(readRooms).toEqual([])
  await insertParcel('south')
  await expect.poll(readRooms).toEqual([])
  expect(new Set(warned)).toEqual(new Set(['task.check_failed broken: Check failed for broken']))

  await testDatabase.database.raw('create table lost ()')
  await testDatabase.database.raw('insert into lost default values')
  await expect.poll(() => completedTasks.length).toBeGreaterThan(0)
  for (const task of tasks) await task.stop()
  await testDatabase.database.raw('drop table lost')
})

test('does not check tasks one by one while the database is unavailable', async () => {
  const warned: string[] = []
  const log = { warn: ({ event, task }: Line) => warned.push(`${event} ${task}`) } as unknown as Logger
  const raw = vi.spyOn(testDatabase.database, 'raw')
  onTestFinished(() => raw.mockRestore())
  raw.mockImplementation((() => Promise.reject(Object.assign(new Error('away'), { code: '57P01' }))) as never)
  const tasks = [start({ name: 'north' }, { log }), start({ name: 'south' }, { log })]
  await expect.poll(() => warned.length).toBeGreaterThan(1)
  raw.mockRestore()
  for (const task of tasks) await task.stop()
  expect(new Set(warned)).toEqual(new Set(['task.failed check for due tasks']))
})

test('checks nothing without a commit, and checks after a commit and at nextDueAt', async () => {
  const { checks, stop } = recordChecks()
  let runs = 0
  const work = async () => {
    runs += 1
    await testDatabase.database('parcels').delete()
  }
  const due = "select from parcels where room = 'north' and sent_at <= clock_timestamp()"
  const nextDueAt = 'select min(sent_at) from parcels'
  const task = start({ name: 'north', due, nextDueAt, work })
  await expect.poll(() => checks.length).toBe(1)
  await delay(100)
  expect(checks).toHaveLength(1)

  await testDatabase.database.raw(`insert into parcels values ('north', clock_timestamp() + interval '200 ms')`)
  const wokenAt = performance.now()
  wake(testDatabase.database, 'tasks')
  await expect.poll(() => runs, { interval: 10 }).toBe(1)
  expect(performance.now() - wokenAt).toBeGreaterThan(190)
  expect(performance.now() - wokenAt).toBeLessThan(5_000)
  await task.stop()
  stop()
})

test('finds a commit whose wake-up was lost by a sweep within seconds', async () => {
  const task = start({ name: 'north' })
  await delay(50)
  await testDatabase.database('parcels').insert({ room: 'north' })
  await expect.poll(readRooms, { timeout: 30_000 }).toEqual([])
  await task.stop()
})

test('logs a failed check and retries it', async () => {
  const warned: unknown[] = []
  const log = {
    warn: ({ event, task, err }: Line) => warned.push(`${event} ${task}: ${err.message}`),
  } as unknown as Logger
  await testDatabase.database.raw('alter table parcels rename to lost')
  const task = start({ name: 'north' }, { log })
  await expect.poll(() => warned.length).toBeGreaterThan(1)
  expect(new Set(warned)).toEqual(new Set(['task.check_failed north: Check failed for north']))
  await testDatabase.database.raw('alter table lost rename to parcels')
  await insertParcel('north')
  await expect.poll(readRooms).toEqual([])
  await task.stop()
})
