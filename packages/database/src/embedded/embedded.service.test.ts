import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@purple-sector/testing'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isRoot } from './account.ts'
import { fallbackFor } from './data-location.ts'
import { DatabaseStartError, type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts'
import { identityOf } from './process-identity.ts'

const product = fileURLToPath(new URL('../fixtures/product.ts', import.meta.url))

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let dataDir: string
const emptyData = (): string => {
  const empty = mkdtempSync(join(folder.path, 'data-'))
  chmodSync(empty, 0o755)
  return empty
}
beforeAll(async () => {
  folder = await temporaryFolder('embedded')
})
afterAll(() => folder.remove())
beforeEach(() => {
  dataDir = emptyData()
})

const logged: string[] = []
const note = (_fields: object, message: string): void => void logged.push(message)
const log = { debug: () => {}, info: note, warn: note, error: note }
beforeEach(() => void logged.splice(0))

const started = async (over: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbeddedPostgres({ dataDir, log, ...over })
  onTestFinished(postgres.stop)
  return postgres
}

let made: string | undefined
/** Copies the data of an earlier start, for tests that do not concern their creation. */
const withData = async (): Promise<void> => {
  if (made === undefined) {
    const earlier = emptyData()
    await (await startEmbeddedPostgres({ dataDir: earlier, log })).stop()
    made = earlier
    logged.splice(0)
  }
  // With their owner, which differs from the current user when that is root.
  execFileSync('cp', ['-a', `${made}/.`, dataDir])
}

/** Starts the product on the same data in a process of its own. */
const startedElsewhere = async (): Promise<{ child: ChildProcess; url?: string; pid?: number; refused?: string }> => {
  const child = spawn(process.execPath, [product, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(line)) }
}
/** Other members of the server's process group: the guard that ends it with the product. Backends have groups of their own. */
const watchersOf = (pid: number): number[] =>
  spawnSync('ps', ['-A', '-o', 'pid=,pgid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([member = 0, group]) => (group === pid && member !== pid ? [member] : []))
/** Kills the product together with its guard, so that its server stays behind. */
const orphaned = async ({ child, pid = 0 }: { child: ChildProcess; pid?: number }): Promise<void> => {
  const watchers = watchersOf(pid)
  expect(watchers).toHaveLength(1)
  for (const watcher of watchers) process.kill(watcher, 'SIGKILL')
  await killed(child)
}
const SIGINT_PENDING = 0b10
/** A frozen process queues its signals: `pg_ctl` stops a Postgres by SIGINT. */
const isShuttingDown = (pid: number): boolean => {
  const pending =
    process.platform === 'linux'
      ? /^ShdPnd:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : spawnSync('ps', ['-o', 'pending=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return (Number.parseInt(pending ?? '', 16) & SIGINT_PENDING) !== 0
}
const killed = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
const failure = (over: Partial<EmbeddedOptions> = {}): Promise<unknown> =>
  started(over).then(
    () => undefined,
    (error) => error,
  )

describe('the embedded Postgres', () => {
  test('keeps data, password and port between runs', async () => {
    const first = await started()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await started()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }])
  })

  test('requires its password, and stores it readable only by its owner', async () => {
    const { url } = await started()
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o077).toBe(0)
  })

  test('listens on the loopback only, with safe settings', async () => {
    await withData()
    const { url } = await started({ maxConnections: 33 })
    const [settings] = await query(
      url,
      `select current_setting('listen_addresses') as host, current_setting('unix_socket_directories') as sockets,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('max_connections') as max,
        current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone`,
    )
    expect(settings).toEqual({
      host: '127.0.0.1',
      sockets: '',
      fsync: 'on',
      commit: 'on',
      max: '33',
      encoding: 'UTF8',
      zone: 'UTC',
    })
  })

  test.runIf(process.platform === 'linux')('makes its processes return freed memory to the system', async () => {
    await withData()
    const postgres = await started()
    const environment = readFileSync(`/proc/${postgres.pid()}/environ`, 'utf8').split('\0')
    expect(environment).toContain('MALLOC_MMAP_THRESHOLD_=131072')
  })

  test('leaves no process behind when stopped repeatedly', async () => {
    const postgres = await started()
    const pid = postgres.pid() ?? 0
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(identityOf(pid)).toBeUndefined()
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['data', 'password', 'port'])
  })

  test('creates an unfinished database again', async () => {
    mkdirSync(join(dataDir, 'postgres', 'data.new'), { recursive: true })
    const { url } = await started()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('restarts a crashed server on the same port', async () => {
    await withData()
    const postgres = await started()
    await query(postgres.url, 'create table kept as select 42 as answer')
    process.kill(postgres.pid() ?? 0, 'SIGKILL')
    await vi.waitFor(
      async () => expect(await query(postgres.url, 'select * from kept')).toEqual([{ answer: 42 }]),
      30_000,
    )
    expect(logged.join()).toContain('Postgres ended')
  })
})

describe('after a kill -9', () => {
  beforeEach(withData)

  test('shuts the server down cleanly when the product was killed', async () => {
    const first = await startedElsewhere()
    await query(first.url ?? '', 'create table kept as select 42 as answer')
    await killed(first.child)
    await vi.waitFor(() => expect(identityOf(first.pid ?? 0)).toBeUndefined(), 30_000)
    await vi.waitFor(() => expect(watchersOf(first.pid ?? 0)).toEqual([]), 30_000)
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
    expect(await query((await started()).url, 'select * from kept')).toEqual([{ answer: 42 }])
    expect(logged.join()).not.toContain('left behind')
  })

  test('stops the orphaned server at the next start when product and guard were killed', async () => {
    const first = await startedElsewhere()
    await query(first.url ?? '', 'create table kept as select 42 as answer')
    await orphaned(first)
    const second = await started()
    expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }])
    expect(second.url).toBe(first.url)
    expect(identityOf(first.pid ?? 0)).toBeUndefined()
    expect(logged.join()).toContain('left behind')
  })

  test('recovers at the next start when product and server were killed', async () => {
    const first = await startedElsewhere()
    await query(first.url ?? '', 'create table kept as select 42 as answer')
    await orphaned(first)
    process.kill(first.pid ?? 0, 'SIGKILL')
    const second = await started()
    expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }])
  })

  test('starts when the orphaned server dies while it is being stopped', async () => {
    const first = await startedElsewhere()
    await orphaned(first)
    process.kill(first.pid ?? 0, 'SIGSTOP')
    const starting = started()
    await vi.waitFor(() => expect(isShuttingDown(first.pid ?? 0)).toBe(true), 30_000)
    process.kill(first.pid ?? 0, 'SIGKILL')
    expect(await query((await starting).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('stops no other program whose pid is in a stale pid file', async () => {
    const first = await startedElsewhere()
    await orphaned(first)
    const orphan = first.pid ?? 0
    process.kill(orphan, 'SIGQUIT')
    await vi.waitFor(() => expect(identityOf(orphan)).toBeUndefined(), 30_000)
    const stranger = spawn('sleep', ['60'])
    onTestFinished(() => void stranger.kill('SIGKILL'))
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    writeFileSync(pidFile, `${stranger.pid}\n${join(dataDir, 'postgres', 'data')}\n`)
    const { url } = await started()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(identityOf(stranger.pid ?? 0)).toBeDefined()
  })
})

describe('a start that cannot succeed rejects with the reason and damages nothing', () => {
  beforeEach(withData)

  test('when the product runs already, in this process or another', async () => {
    const first = await started()
    const error = await failure()
    expect(error).toBeInstanceOf(DatabaseStartError)
    expect(String(error)).toContain('already runs')
    const { refused } = await startedElsewhere()
    expect(refused).toContain(`already runs on the data in ${join(dataDir, 'postgres')} (process ${process.pid})`)
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('when the requested port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(String(await failure({ port }))).toContain(`Port ${port} for the database is taken`)
  })

  test('when a parent folder cannot be created', async () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(await failure({ dataDir: join(dataDir, 'file', 'inside') })).toBeInstanceOf(DatabaseStartError)
  })

  test('when the password file is missing', async () => {
    await (await started()).stop()
    const password = join(dataDir, 'postgres', 'password')
    writeFileSync(password, '')
    expect(String(await failure())).toContain(`password of the database is missing: ${password}`)
    rmSync(password)
    expect(String(await failure())).toContain(`password of the database is missing: ${password}`)
    expect(existsSync(join(dataDir, 'postgres', 'owner.lock'))).toBe(false)
  })
})

describe('a start that is cancelled', () => {
  const reason = new Error('told to stop')
  /** Cancels the start once `isReached` returns true. */
  const givenUp = async (isReached: () => boolean): Promise<unknown> => {
    const published = new AbortController()
    const failed = failure({ signal: published.signal })
    await vi.waitUntil(isReached, { timeout: 30_000, interval: 2 })
    published.abort(reason)
    return failed
  }
  const has = (file: string) => () => existsSync(join(dataDir, 'postgres', file))

  test('leaves no process and no unfinished database while the database is being created', async () => {
    expect(await givenUp(has('data.new/base'))).toBe(reason)
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['password'])
    expect(await query((await started()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('ends the server while it starts', async () => {
    const stopped = () => givenUp(has('data/postmaster.pid'))
    let failed = await stopped()
    // Where the test was delayed, the server came up first: it ends with the test, and another is started.
    while (failed === undefined) {
      dataDir = emptyData()
      failed = await stopped()
    }
    expect(failed).toBe(reason)
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['data', 'password', 'port'])
    expect(has('data/postmaster.pid')()).toBe(false)
    expect(await query((await started()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('chooses and stores another port when the stored one is in use', async () => {
  await withData()
  const first = await started()
  const { port } = new URL(first.url)
  await first.stop()
  const taken = createServer().listen(Number(port), '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const second = await started()
  expect(new URL(second.url).port).not.toBe(port)
  expect(readFileSync(join(dataDir, 'postgres', 'port'), 'utf8')).toBe(new URL(second.url).port)
})

test('relocates data that the unprivileged account cannot enter, and logs it', async () => {
  chmodSync(dataDir, 0o700)
  const inside = join(dataDir, 'var')
  onTestFinished(() => rmSync(fallbackFor(inside), { recursive: true, force: true }))
  const first = await started({ dataDir: inside })
  await query(first.url, 'create table kept as select 42 as answer')
  expect(first.movedTo).toBe(isRoot() ? fallbackFor(inside) : undefined)
  await first.stop()
  // Only root needs another account: other users run Postgres themselves.
  expect(existsSync(join(fallbackFor(inside), 'data'))).toBe(isRoot())
  expect(logged.some((line) => line.includes(`is kept in ${fallbackFor(inside)}`))).toBe(isRoot())
  chmodSync(dataDir, 0o755)
  const second = await started({ dataDir: inside })
  expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }])
})
