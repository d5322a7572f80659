/*
 * Contract of the database package: the embedded Postgres and a Postgres by URL must both satisfy it.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createTestDatabase, startProxy, type TestDatabase } from '@purple-sector/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type Database,
  databaseTime,
  isConnectionFailure,
  isUniqueViolation,
  type LockMode,
  lockSubject,
  migrate,
  openDatabase,
  openSeparatePool,
  prepared,
  provisionService,
  subjectLock,
  type Transaction,
  UnknownMigrationError,
} from './index.ts'

const directory = fileURLToPath(new URL('./fixtures/migrations', import.meta.url))

/** Declares the contract tests against the Postgres of the run: the embedded one, or that of `DATABASE_URL`. */
export const describeDatabase = (name: string): void => {
  describe(name, () => {
    let testDatabase: TestDatabase
    beforeAll(async () => {
      testDatabase = await createTestDatabase({ service: 'weekends', migrationsDirectory: directory })
    })
    afterAll(() => testDatabase.drop())

    const openPool = (options: Parameters<typeof openDatabase>[0]): Database => {
      const database = openDatabase(options)
      onTestFinished(() => database.destroy())
      return database
    }
    const failureOf = (work: PromiseLike<unknown>): Promise<unknown> =>
      Promise.resolve(work).then(
        () => undefined,
        (error) => error,
      )
    const pidOf = async (database: Database): Promise<number> =>
      (await database.raw('select pg_backend_pid() as pid')).rows[0].pid
    /** Provisions a service with a unique name and its own role. */
    const provisionTestService = async (): Promise<{ service: string; url: string }> => {
      const service = `service_${randomUUID().slice(0, 8)}`
      return { service, url: await provisionService(testDatabase.adminUrl, { service, password: 'p:@/% w' }) }
    }

    describe('openDatabase', () => {
      test('reads bigint as numbers and dates as days', async () => {
        const { rows } = await testDatabase.database.raw(
          `select 9007199254740991::bigint as big, array[1, null]::bigint[] as bigs, date '2026-10-11' as day, null::bigint as none`,
        )
        expect(rows).toEqual([{ big: 9007199254740991, bigs: [1, null], day: '2026-10-11', none: null }])
      })

      test('replaces named bindings of a prepared statement, but not time formats', async () => {
        const { rows } = await prepared(
          testDatabase.database,
          'time-of-day',
          `select to_char(:at::timestamptz at time zone 'UTC', 'HH24:MI:SS') as at, :of::text as of, :of::text as again`,
          { at: '2026-10-11T14:05:09Z', of: 'Q1' },
        )
        expect(rows).toEqual([{ at: '14:05:09', of: 'Q1', again: 'Q1' }])
      })

      test('separates prepared statements of one name by pool, and rejects a missing binding', async () => {
        const [firstPool, secondPool] = [1, 2].map(() =>
          openPool({ url: testDatabase.url, schema: 'weekends', maxConnections: 1 }),
        )
        const [first, second] = [
          await prepared(firstPool!, 'same-name', 'select :car::int as car', { car: 88 }),
          await prepared(secondPool!, 'same-name', 'select :plate::text as plate, :car::int as car', {
            car: 1,
            plate: 'X',
          }),
        ]
        expect([first.rows, second.rows]).toEqual([[{ car: 88 }], [{ plate: 'X', car: 1 }]])
        await expect(prepared(firstPool!, 'same-name', 'select :car::int as car', { plate: 'X' })).rejects.toThrow(
          ':car',
        )
      })

      test('returns the time of the database clock, not of the start of the transaction', async () => {
        await testDatabase.database.transaction(async (sql) => {
          const before = await databaseTime(sql)
          await sql.raw('select pg_sleep(0.01)')
          expect((await databaseTime(sql)).getTime()).toBeGreaterThan(before.getTime())
        })
      })

      test('reconnects after its connections were cut', async () => {
        const proxy = await startProxy(testDatabase.url)
        onTestFinished(proxy.stop)
        const database = openPool({ url: proxy.url, schema: 'weekends' })
        await database.raw('select 1')
        await proxy.cut()
        expect(isConnectionFailure(await failureOf(database.raw('select 1')))).toBe(true)
        await proxy.restore()
        await expect.poll(() => failureOf(database.raw('select 1'))).toBeUndefined()
      })

      test('closes an idle connection after the configured time, also in a separate pool', async () => {
        const shortLived = openPool({ url: testDatabase.url, schema: 'weekends', idleConnectionMs: 100 })
        const separate = openSeparatePool(shortLived, 1)
        onTestFinished(() => separate.destroy())
        const longLived = openPool({ url: testDatabase.url, schema: 'weekends' })
        const pids = await Promise.all([shortLived, separate, longLived].map(pidOf))
        const readOpenPids = async () => {
          const { rows } = await testDatabase.database.raw('select pid from pg_stat_activity where pid = any(?)', [
            pids,
          ])
          return rows.map(({ pid }: { pid: number }) => pid)
        }
        await expect.poll(readOpenPids).toEqual([pids[2]])
        expect(await pidOf(longLived)).toBe(pids[2])
      })

      test('replaces a connection only after its lifetime', async () => {
        const shortLived = openPool({
          url: testDatabase.url,
          schema: 'weekends',
          maxConnections: 1,
          connectionLifetimeMs: 20,
        })
        const longLived = openPool({ url: testDatabase.url, schema: 'weekends', maxConnections: 1 })
        const pids = await Promise.all([shortLived, longLived].map(pidOf))
        await expect.poll(() => pidOf(shortLived)).not.toBe(pids[0])
        expect(await pidOf(longLived)).toBe(pids[1])
      })

      test('reports an exhausted pool as a connection failure', async () => {
        const database = openPool({
          url: testDatabase.url,
          schema: 'weekends',
          maxConnections: 1,
          acquireTimeoutMs: 2_000,
        })
        // Connecting must not count against the same limit.
        await expect.poll(() => failureOf(database.raw('select 1'))).toBeUndefined()
        await database.transaction(async () => {
          expect(isConnectionFailure(await failureOf(database.raw('select 1')))).toBe(true)
        })
      })

      test('reports a server that accepts connections but never replies as a connection failure to every waiting query', async () => {
        const connected = Promise.withResolvers<void>()
        const silentServer = createServer((socket) => {
          onTestFinished(() => void socket.destroy())
          connected.resolve()
        }).listen(0, '127.0.0.1')
        onTestFinished(() => void silentServer.close())
        await once(silentServer, 'listening')
        const { port } = silentServer.address() as AddressInfo
        const url = `postgres://unknown@127.0.0.1:${port}/nowhere`
        const database = openPool({ url, schema: 'weekends', maxConnections: 1, acquireTimeoutMs: 500 })
        const first = failureOf(database.raw('select 1'))
        await connected.promise
        // Waits for the connection that is being opened for the first and fails with it, by pg's message instead of the
        // pool's.
        const second = failureOf(database.raw('select 1'))
        expect(isConnectionFailure(await first)).toBe(true)
        expect(await second).toMatchObject({ message: 'timeout expired' })
        expect(isConnectionFailure(await second)).toBe(true)
      })

      test('reports a closed pool as a connection failure', async () => {
        const database = openDatabase({ url: testDatabase.url, schema: 'weekends' })
        await database.destroy()
        expect(isConnectionFailure(await failureOf(database.raw('select 1')))).toBe(true)
      })

      test('recognizes a unique violation by its constraint', async () => {
        await testDatabase.database('drivers').insert({ name: 'Brock' })
        const error = await failureOf(testDatabase.database('drivers').insert({ name: 'Brock' }))
        expect(isUniqueViolation(error)).toBe(true)
        expect(isUniqueViolation(error, 'drivers_name')).toBe(true)
        expect(isUniqueViolation(error, 'drivers_pkey')).toBe(false)
        expect(isConnectionFailure(error)).toBe(false)
      })

      test('ends a transaction that stays idle for too long, so that the locks of a frozen process are released', async () => {
        const database = openPool({ url: testDatabase.url, schema: 'weekends', idleInTransactionMs: 50 })
        const frozen = await database.transaction()
        // Each statement ends one idle period; the pause before the next is longer than the limit.
        await expect.poll(() => failureOf(frozen('drivers').select()), { interval: 200 }).toBeDefined()
        expect(isConnectionFailure(await failureOf(frozen('drivers').select()))).toBe(true)
        await frozen.rollback().catch(() => {})
      })
    })

    describe('provisionService', () => {
      test('creates a role that owns its schema and cannot access other schemas', async () => {
        const { service, url } = await provisionTestService()
        const database = openPool({ url, schema: service })
        await database.schema.createTable('things', (table) => table.increments())
        expect(await database('things')).toEqual([])
        await expect(database.raw('select * from weekends.drivers')).rejects.toThrow('permission denied')
        await expect(database.raw('create table public.foreign (id integer)')).rejects.toThrow('permission denied')
      })

      test('provisions a service again and concurrently, with a new password', async () => {
        const { service } = await provisionTestService()
        const again = Array.from({ length: 8 }, () =>
          provisionService(testDatabase.adminUrl, { service, password: 'new' }),
        )
        const [url] = await Promise.all(again)
        expect(await failureOf(openPool({ url: url!, schema: service }).raw('select 1'))).toBeUndefined()
      })
    })

    describe('lockSubject', () => {
      type Lock = (sql: Transaction) => Promise<unknown>
      const lockOf =
        (mode: LockMode, ...subjects: string[]): Lock =>
        (sql) =>
          lockSubject(sql, mode, ...subjects)
      const lockInStatement =
        (mode: LockMode, subject: string): Lock =>
        async (sql) => {
          await sql.raw(`select ${subjectLock(mode, ':subject')}`, { subject })
        }
      const openTestService = async (): Promise<Database> => {
        const { service, url } = await provisionTestService()
        return openPool({ url, schema: service })
      }

      /** Whether acquiring the second lock has to wait while the first one is locked. */
      const conflicts = async (holder: [Database, Lock], waiter: [Database, Lock]): Promise<boolean> => {
        const holding = await holder[0].transaction()
        try {
          await holder[1](holding)
          const failure = await failureOf(
            waiter[0].transaction(async (sql) => {
              await sql.raw(`set local lock_timeout = '200ms'`)
              await waiter[1](sql)
            }),
          )
          if (failure !== undefined) expect(failure).toMatchObject({ code: '55P03' })
          return failure !== undefined
        } finally {
          await holding.rollback()
        }
      }

      test.each([
        ['allows shared with shared', lockOf('shared', 'weekend/3'), lockOf('shared', 'weekend/3'), false],
        ['blocks shared during exclusive', lockOf('exclusive', 'weekend/3'), lockOf('shared', 'weekend/3'), true],
        ['blocks exclusive during shared', lockOf('shared', 'weekend/3'), lockOf('exclusive', 'weekend/3'), true],
        ['blocks exclusive during exclusive', lockOf('exclusive', 'weekend/3'), lockOf('exclusive', 'weekend/3'), true],
        ['allows another subject', lockOf('exclusive', 'weekend/3'), lockOf('exclusive', 'weekend/4'), false],
        [
          'locks each of several subjects',
          lockOf('exclusive', 'weekend/3', 'user/7'),
          lockOf('shared', 'user/7'),
          true,
        ],
        [
          'locks from within a statement',
          lockInStatement('shared', 'weekend/3'),
          lockOf('exclusive', 'weekend/3'),
          true,
        ],
        [
          'blocks a lock within a statement',
          lockOf('exclusive', 'weekend/3'),
          lockInStatement('shared', 'weekend/3'),
          true,
        ],
      ])('within one service %s', async (_description, holder, requested, isExpected) => {
        const service = await openTestService()
        expect(await conflicts([service, holder], [service, requested])).toBe(isExpected)
      })

      test('does not lock the subject of another service in the same database', async () => {
        const [first, second] = [await openTestService(), await openTestService()]
        expect(
          await conflicts([first, lockOf('exclusive', 'weekend/3')], [second, lockOf('exclusive', 'weekend/3')]),
        ).toBe(false)
        const statement = lockInStatement('exclusive', 'weekend/3')
        expect(await conflicts([first, statement], [second, statement])).toBe(false)
      })

      test('releases the lock with its transaction, so that waiting transactions continue', async () => {
        const service = await openTestService()
        const holder = await service.transaction()
        await lockSubject(holder, 'exclusive', 'weekend/3')
        const waiting = service.transaction((sql) => lockSubject(sql, 'shared', 'weekend/3'))
        await holder.commit()
        await waiting
      })

      test('locks several subjects in a fixed order, regardless of the order of the arguments', async () => {
        const service = await openTestService()
        const names = ['weekend/3', 'user/7', 'group/5']
        const rounds = Array.from({ length: 20 }, (_, round) =>
          service.transaction((sql) => lockSubject(sql, 'exclusive', ...(round % 2 ? names : names.toReversed()))),
        )
        await Promise.all(rounds)
      })
    })

    describe('migrate', () => {
      test('applies migrations once for concurrent replicas', async () => {
        const { service, url } = await provisionTestService()
        const replicas = Array.from({ length: 4 }, () => openPool({ url, schema: service, maxConnections: 2 }))
        const applied = await Promise.all(
          replicas.map((replica) => migrate(replica, { directories: [directory], schema: service })),
        )
        expect(applied.flat().sort()).toEqual(['20261101000000_drivers.ts', '20261102000000_teams.sql'])
        expect(await replicas[0]!('teams')).toEqual([])
        expect(await migrate(replicas[1]!, { directories: [directory], schema: service })).toEqual([])
      })

      test('rejects data with a migration that it does not know, and changes nothing', async () => {
        const { service, url } = await provisionTestService()
        const database = openPool({ url, schema: service })
        await migrate(database, { directories: [directory], schema: service })
        await database('migrations')
          .where({ name: '20261102000000_teams.sql' })
          .update({ name: '20261001000000_old.ts' })
        const error = await failureOf(migrate(database, { directories: [directory], schema: service }))
        expect(error).toBeInstanceOf(UnknownMigrationError)
        expect(error).toMatchObject({
          message: expect.stringContaining(`schema ${service} has the migration 20261001000000_old.ts`),
        })
        expect(await database('migrations').pluck('name')).not.toContain('20261102000000_teams.sql')
      })

      test('leaves the schema of a later version as it is, for a rollback', async () => {
        const { service, url } = await provisionTestService()
        const database = openPool({ url, schema: service })
        await migrate(database, { directories: [directory], schema: service })
        await database('migrations').insert({ name: '20261103000000_later.sql', batch: 2 })
        expect(await migrate(database, { directories: [directory], schema: service })).toEqual([])
        await database('migrations').where({ name: '20261101000000_drivers.ts' }).delete()
        const error = await failureOf(migrate(database, { directories: [directory], schema: service }))
        expect(error).toMatchObject({ message: expect.stringContaining('20261103000000_later.sql') })
      })

      test('creates its tables in the schema of the service', async () => {
        const { rows } = await testDatabase.database.raw(
          `select schemaname as schema from pg_tables where tablename = 'migrations' and tableowner = 'weekends'`,
        )
        expect(rows).toEqual([{ schema: 'weekends' }])
      })
    })
  })
}
