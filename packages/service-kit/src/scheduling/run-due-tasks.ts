import { type Database, isConnectionFailure, onWake } from '@purple-sector/database'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'
import { afterEarlierStarts, runLogged } from './run-periodically.ts'

/** What is looked for again and again, and mostly in vain. */
export type ScheduledTask = {
  name: string
  /** A select, without bindings, that finds a row where there is something to do. */
  due: string
  /** A select of the time at which there will be something to do, where time alone makes it due; null where never. */
  nextDueAt?: string
  /** Does what is due. Never twice at the same time in this process. */
  work(): Promise<void>
}

type Kept = ScheduledTask & {
  log: Logger
  pauseMs: number
  inFlight?: Promise<void> | undefined
  /** Asked for as soon as it may be: something was committed, or was due the last time. */
  isWanted: boolean
  /** When (monotonic ms) it may be asked for again, and when it is, wanted or not. */
  notBefore: number
  notAfter: number
}

/** So often, in ms, everything is asked for, whatever was committed: a wake is only a hint. */
const SWEEP_MS = 15_000

const begin = (task: Kept, done: () => void): void => {
  task.inFlight = runLogged(task.log, task.name, task.work).finally(() => {
    task.inFlight = undefined
    done()
  })
}

/** Those for which there is something to do, asked in one statement. */
const askTogether = async (database: Database, tasks: readonly Kept[]): Promise<Kept[]> => {
  const asked = tasks.flatMap(({ due, nextDueAt }, place) => [
    `exists (${due}) as "${place}"`,
    ...(nextDueAt ? [`(extract(epoch from (${nextDueAt}) - clock_timestamp()) * 1000)::float8 as "in ${place}"`] : []),
  ])
  try {
    const { rows } = await database.raw<{ rows: Record<string, boolean | number | null>[] }>(
      `select ${asked.join(', ')}`,
    )
    const now = performance.now()
    for (const [place, task] of tasks.entries()) {
      const inMs = rows[0]?.[`in ${place}`]
      if (typeof inMs === 'number' && inMs > 0) task.notAfter = Math.min(task.notAfter, now + inMs)
    }
    return tasks.filter((_, place) => rows[0]?.[place])
  } catch (error) {
    throw new Error(`asked for ${tasks.map(({ name }) => name).join(', ')}`, { cause: error })
  }
}

/** Asks for one chore; a select that fails is logged under its name, and skips no other. */
const askAlone = async (database: Database, task: Kept): Promise<Kept[]> => {
  try {
    return await askTogether(database, [task])
  } catch (error) {
    if (isConnectionFailure(causeOf(error))) throw error
    task.log.warn({ err: error }, `looking for ${task.name} failed, trying again later`)
    task.isWanted = true
    return []
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

/**
 * Those for which there is something to do. Asked together, because one statement for each would cost several times as
 * much; one by one where that fails, so that one select that fails stops no other chore. Rejects where the database is away.
 */
const findDue = async (database: Database, tasks: readonly Kept[]): Promise<Kept[]> => {
  const [first, ...others] = tasks
  if (first && others.length === 0) return askAlone(database, first)
  try {
    return await askTogether(database, tasks)
  } catch (error) {
    if (isConnectionFailure(causeOf(error))) throw error
  }
  const due: Kept[] = []
  for (const task of tasks) due.push(...(await askAlone(database, task)))
  return due
}

type Round = {
  tasks: Set<Kept>
  /** Looks when the next of them wants it. */
  plan(): void
  stop(): Promise<void>
}

/** One for each database. */
const rounds = new WeakMap<Database, Round>()

const nextLook = ({ isWanted, notBefore, notAfter }: Kept): number =>
  isWanted ? notBefore : Math.max(notBefore, notAfter)

const startRound = (database: Database, log: Logger): Round => {
  const tasks: Round['tasks'] = new Set()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  const look = async (): Promise<void> => {
    const now = performance.now()
    const resting = [...tasks].filter(({ inFlight, notBefore }) => inFlight === undefined && notBefore <= now)
    if (resting.length === 0) return
    for (const task of resting)
      Object.assign(task, { isWanted: false, notBefore: now + task.pauseMs, notAfter: now + SWEEP_MS })
    const due = await findDue(database, resting).catch((error: unknown) => {
      for (const task of resting) task.isWanted = true
      throw error
    })
    for (const task of due) {
      task.isWanted = true
      // Some may have been stopped meanwhile.
      if (tasks.has(task)) begin(task, plan)
    }
  }
  const run = async (): Promise<void> => {
    looking ??= runLogged(log, 'looking for what is due', look)
    await looking
    looking = undefined
    plan()
  }
  const plan = (): void => {
    clearTimeout(timer)
    const resting = [...tasks].filter(({ inFlight }) => inFlight === undefined)
    if (isStopped || looking || resting.length === 0) return
    timer = setTimeout(run, Math.max(0, Math.ceil(Math.min(...resting.map(nextLook)) - performance.now())))
  }
  const unregister = onWake(database, 'tasks', () => {
    const unwanted = [...tasks].filter(({ isWanted }) => !isWanted)
    for (const task of unwanted) task.isWanted = true
    if (unwanted.length > 0) plan()
    return true
  })
  looking = afterEarlierStarts(async () => {
    // Those that are registered one after the other are asked for together from the first time on.
    await new Promise(setImmediate)
    if (!isStopped) await runLogged(log, 'looking for what is due', look)
  })
  void run()
  return {
    tasks,
    plan,
    async stop() {
      isStopped = true
      unregister()
      clearTimeout(timer)
      await looking
    },
  }
}

/**
 * Does a chore whenever something is due: looked for at once when a transaction of this database has told or heard an
 * event (`wakeAfterCommit`), at most every `pauseMs` milliseconds, as long as something is found, at the time of `dueAt`, and
 * every 15 seconds. All chores of a database are looked for together. Each works by itself, in a trace of its own; a failure
 * is logged, and the next look tries again. `stop` waits for the work under way.
 */
export const runDueTasks = (
  { database, log }: { database: Database; log: Logger },
  pauseMs: number,
  task: ScheduledTask,
): BackgroundTask => {
  const round = rounds.get(database) ?? startRound(database, log)
  rounds.set(database, round)
  const kept: Kept = { ...task, log, pauseMs, isWanted: true, notBefore: 0, notAfter: 0 }
  round.tasks.add(kept)
  round.plan()
  return {
    async stop() {
      round.tasks.delete(kept)
      if (round.tasks.size === 0) {
        if (rounds.get(database) === round) rounds.delete(database)
        await round.stop()
      }
      await kept.inFlight
    },
  }
}
