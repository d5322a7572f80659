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
const createEmptyFolder = (): string => {
  const empty = mkdtempSync(join(folder.path, 'data-'))
  chmodSync(empty, 0o755)
  return empty
}
beforeAll(async () => {
  folder = await temporaryFolder('embedded')
})
afterAll(() => folder.remove())
beforeEach(() => {
  dataDir = createEmptyFolder()
})

const logMessages: string[] = []
const recordMessage = (_fields: object, message: string): void => void logMessages.push(message)
const log = { debug: () => {}, info: recordMessage, warn: recordMessage, error: recordMessage }
beforeEach(() => void logMessages.splice(0))

const startPostgres = async (overrides: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbeddedPostgres({ dataDir, log, ...overrides })
  onTestFinished(postgres.stop)
  return postgres
}

let dataTemplate: string | undefined
/** Copies the data of an earlier start, for tests that are not about creating them. */
const copyData = async (): Promise<void> => {
  if (dataTemplate === undefined) {
    const earlier = createEmptyFolder()
    await (await startEmbeddedPostgres({ dataDir: earlier, log })).stop()
    dataTemplate = earlier
    logMessages.splice(0)
  }
  // Keeps the owner of the files, which differs from the current user if that is root.
  execFileSync('cp', ['-a', `${dataTemplate}/.`, dataDir])
}

/** Starts the product on the same data in a separate process. */
const startInOtherProcess = async (): Promise<{
  child: ChildProcess
  url?: string
  pid?: number
  refused?: string
}> => {
  const child = spawn(process.execPath, [product, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(line)) }
}
/**
 * Other members of the server's process group: the guard that ends it with the product. Backends have their own groups.
 */
const guardsOf = (pid: number): number[] =>
  spawnSync('ps', ['-A', '-o', 'pid=,pgid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([member = 0, group]) => (group === pid && member !== pid ? [member] : []))
/** Kills the product together with its guard, so that its server keeps running. */
const orphanServer = async ({ child, pid = 0 }: { child: ChildProcess; pid?: number }): Promise<void> => {
  const guards = guardsOf(pid)
  expect(guards).toHaveLength(1)
  for (const guard of guards) process.kill(guard, 'SIGKILL')
  await kill(child)
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
const kill = async (child: ChildProcess): Promise<void> => {
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
const failureOfStart = (overrides: Partial<EmbeddedOptions> = {}): Promise<unknown> =>
  startPostgres(overrides).then(
    () => undefined,
    (error) => error,
  )

describe('startEmbeddedPostgres', () => {
  test('keeps data, password and port between runs', async () => {
    const first = await startPostgres()
    await query(first.url, 'create table answers as select 42 as answer')
    await first.stop()
    const second = await startPostgres()
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select * from answers')).toEqual([{ answer: 42 }])
  })

  test('requires its password, and stores it readable only by its owner', async () => {
    const { url } = await startPostgres()
    const wrong = new URL(url)
    wrong.password = 'wrong'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o077).toBe(0)
  })

  test('listens on the loopback only, with safe settings', async () => {
    await copyData()
    const { url } = await startPostgres({ maxConnections: 33 })
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
    await copyData()
    const postgres = await startPostgres()
    const environment = readFileSync(`/proc/${postgres.pid()}/environ`, 'utf8').split('\0')
    expect(environment).toContain('MALLOC_MMAP_THRESHOLD_=131072')
  })

  test('leaves no process running when stopped repeatedly', async () => {
    const postgres = await startPostgres()
    const pid = postgres.pid() ?? 0
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(identityOf(pid)).toBeUndefined()
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['data', 'password', 'port'])
  })

  test('creates an unfinished database again', async () => {
    mkdirSync(join(dataDir, 'postgres', 'data.new'), { recursive: true })
    const { url } = await startPostgres()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('restarts a crashed server on the same port', async () => {
    await copyData()
    const postgres = await startPostgres()
    await query(postgres.url, 'create table answers as select 42 as answer')
    process.kill(postgres.pid() ?? 0, 'SIGKILL')
    await vi.waitFor(
      async () => expect(await query(postgres.url, 'select * from answers')).toEqual([{ answer: 42 }]),
      30_000,
    )
    expect(logMessages.join()).toContain('Postgres ended')
  })
})

describe('startEmbeddedPostgres after a kill -9', () => {
  beforeEach(copyData)

  test('shuts the server down cleanly when the product was killed', async () => {
    const first = await startInOtherProcess()
    await query(first.url ?? '', 'create table answers as select 42 as answer')
    await kill(first.child)
    await vi.waitFor(() => expect(identityOf(first.pid ?? 0)).toBeUndefined(), 30_000)
    await vi.waitFor(() => expect(guardsOf(first.pid ?? 0)).toEqual([]), 30_000)
    expect(existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
    expect(await query((await startPostgres()).url, 'select * from answers')).toEqual([{ answer: 42 }])
    expect(logMessages.join()).not.toContain('left behind')
  })

  test('stops the orphaned server at the next start when product and guard were killed', async () => {
    const first = await startInOtherProcess()
    await query(first.url ?? '', 'create table answers as select 42 as answer')
    await orphanServer(first)
    const second = await startPostgres()
    expect(await query(second.url, 'select * from answers')).toEqual([{ answer: 42 }])
    expect(second.url).toBe(first.url)
    expect(identityOf(first.pid ?? 0)).toBeUndefined()
    expect(logMessages.join()).toContain('left behind')
  })

  test('recovers at the next start when product and server were killed', async () => {
    const first = await startInOtherProcess()
    await query(first.url ?? '', 'create table answers as select 42 as answer')
    await orphanServer(first)
    process.kill(first.pid ?? 0, 'SIGKILL')
    const second = await startPostgres()
    expect(await query(second.url, 'select * from answers')).toEqual([{ answer: 42 }])
  })

  test('starts when the orphaned server dies while it is being stopped', async () => {
    const first = await startInOtherProcess()
    await orphanServer(first)
    process.kill(first.pid ?? 0, 'SIGSTOP')
    const starting = startPostgres()
    await vi.waitFor(() => expect(isShuttingDown(first.pid ?? 0)).toBe(true), 30_000)
    process.kill(first.pid ?? 0, 'SIGKILL')
    expect(await query((await starting).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('stops no other program whose pid is in a stale pid file', async () => {
    const first = await startInOtherProcess()
    await orphanServer(first)
    const orphan = first.pid ?? 0
    process.kill(orphan, 'SIGQUIT')
    await vi.waitFor(() => expect(identityOf(orphan)).toBeUndefined(), 30_000)
    const otherProgram = spawn('sleep', ['60'])
    onTestFinished(() => void otherProgram.kill('SIGKILL'))
    const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid')
    writeFileSync(pidFile, `${otherProgram.pid}\n${join(dataDir, 'postgres', 'data')}\n`)
    const { url } = await startPostgres()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(identityOf(otherProgram.pid ?? 0)).toBeDefined()
  })
})

describe('startEmbeddedPostgres rejects with the reason and leaves the data intact', () => {
  beforeEach(copyData)

  test('when the product runs already, in this process or another', async () => {
    const first = await startPostgres()
    const error = await failureOfStart()
    expect(error).toBeInstanceOf(DatabaseStartError)
    expect(String(error)).toContain('already runs')
    const { refused } = await startInOtherProcess()
    expect(refused).toContain(`already runs on the data in ${join(dataDir, 'postgres')} (process ${process.pid})`)
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('when the requested port is in use', async () => {
    const otherServer = createServer().listen(0, '127.0.0.1')
    await once(otherServer, 'listening')
    onTestFinished(() => void otherServer.close())
    const address = otherServer.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(String(await failureOfStart({ port }))).toContain(`Port ${port} for the database is taken`)
  })

  test('when a parent folder cannot be created', async () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(await failureOfStart({ dataDir: join(dataDir, 'file', 'inside') })).toBeInstanceOf(DatabaseStartError)
  })

  test('when the password file is missing', async () => {
    await (await startPostgres()).stop()
    const password = join(dataDir, 'postgres', 'password')
    writeFileSync(password, '')
    expect(String(await failureOfStart())).toContain(`password of the database is missing: ${password}`)
    rmSync(password)
    expect(String(await failureOfStart())).toContain(`password of the database is missing: ${password}`)
    expect(existsSync(join(dataDir, 'postgres', 'owner.lock'))).toBe(false)
  })
})

describe('startEmbeddedPostgres when cancelled', () => {
  const reason = new Error('cancelled')
  /** Cancels the start once `isReached` returns true. */
  const cancelStart = async (isReached: () => boolean): Promise<unknown> => {
    const cancelling = new AbortController()
    const startFailure = failureOfStart({ signal: cancelling.signal })
    await vi.waitUntil(isReached, { timeout: 30_000, interval: 2 })
    cancelling.abort(reason)
    return startFailure
  }
  const fileExists = (file: string) => () => existsSync(join(dataDir, 'postgres', file))

  test('leaves no process and no unfinished database while the database is being created', async () => {
    expect(await cancelStart(fileExists('data.new/base'))).toBe(reason)
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['password'])
    expect(await query((await startPostgres()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('stops the server while it starts', async () => {
    const cancelServerStart = () => cancelStart(fileExists('data/postmaster.pid'))
    let failed = await cancelServerStart()
    // If the test was delayed, the server was up first: it ends with the test, and another one is started.
    while (failed === undefined) {
      dataDir = createEmptyFolder()
      failed = await cancelServerStart()
    }
    expect(failed).toBe(reason)
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['data', 'password', 'port'])
    expect(fileExists('data/postmaster.pid')()).toBe(false)
    expect(await query((await startPostgres()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('chooses and stores another port when the stored one is in use', async () => {
  await copyData()
  const first = await startPostgres()
  const { port } = new URL(first.url)
  await first.stop()
  const otherServer = createServer().listen(Number(port), '127.0.0.1')
  await once(otherServer, 'listening')
  onTestFinished(() => void otherServer.close())
  const second = await startPostgres()
  expect(new URL(second.url).port).not.toBe(port)
  expect(readFileSync(join(dataDir, 'postgres', 'port'), 'utf8')).toBe(new URL(second.url).port)
})

test('relocates data that the unprivileged account cannot enter, and logs it', async () => {
  chmodSync(dataDir, 0o700)
  const innerFolder = join(dataDir, 'var')
  onTestFinished(() => rmSync(fallbackFor(innerFolder), { recursive: true, force: true }))
  const first = await startPostgres({ dataDir: innerFolder })
  await query(first.url, 'create table answers as select 42 as answer')
  expect(first.movedTo).toBe(isRoot() ? fallbackFor(innerFolder) : undefined)
  await first.stop()
  // Only root needs another account: other users run Postgres as themselves.
  expect(existsSync(join(fallbackFor(innerFolder), 'data'))).toBe(isRoot())
  expect(logMessages.some((line) => line.includes(`is kept in ${fallbackFor(innerFolder)}`))).toBe(isRoot())
  chmodSync(dataDir, 0o755)
  const second = await startPostgres({ dataDir: innerFolder })
  expect(await query(second.url, 'select * from answers')).toEqual([{ answer: 42 }])
})
