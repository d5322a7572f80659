import { type Database, isConnectionFailure, onWake } from '@purple-sector/database'
import type { Logger } from '../logger.ts'
import type { BackgroundTask } from '../platform.ts'
import { afterEarlierStarts, runLogged } from './run-periodically.ts'

/** A periodic task guarded by a cheap EXISTS query. */
export type ScheduledTask = {
  name: string
  /** A select, without bindings, that finds a row if there is work. */
  due: string
  /** A select of the next time at which time alone makes the task due; null for never. */
  nextDueAt?: string
  /** Does the due work. Never runs twice at the same time in this process. */
  work(): Promise<void>
}

type RegisteredTask = ScheduledTask & {
  log: Logger
  pauseMs: number
  inFlight?: Promise<void> | undefined
  /** To be checked as soon as allowed: after a commit, or because the task was due last time. */
  isCheckRequested: boolean
  /** Earliest next check, and latest next check even if not requested (both monotonic ms). */
  notBefore: number
  notAfter: number
}

/** Interval, in ms, in which every task is checked, even without a commit: a wake-up is only a hint. */
const SWEEP_INTERVAL_MS = 15_000

const startTask = (task: RegisteredTask, onEnd: () => void): void => {
  task.inFlight = runLogged(task.log, task.name, task.work).finally(() => {
    task.inFlight = undefined
    onEnd()
  })
}

/** Returns the tasks that are due, checked in one statement. */
const checkTogether = async (database: Database, tasks: readonly RegisteredTask[]): Promise<RegisteredTask[]> => {
  const columns = tasks.flatMap(({ due, nextDueAt }, index) => [
    `exists (${due}) as "${index}"`,
    ...(nextDueAt ? [`(extract(epoch from (${nextDueAt}) - clock_timestamp()) * 1000)::float8 as "in ${index}"`] : []),
  ])
  try {
    const { rows } = await database.raw<{ rows: Record<string, boolean | number | null>[] }>(
      `select ${columns.join(', ')}`,
    )
    const now = performance.now()
    for (const [index, task] of tasks.entries()) {
      const inMs = rows[0]?.[`in ${index}`]
      if (typeof inMs === 'number' && inMs > 0) task.notAfter = Math.min(task.notAfter, now + inMs)
    }
    return tasks.filter((_, index) => rows[0]?.[index])
  } catch (error) {
    throw new Error(`Check failed for ${tasks.map(({ name }) => name).join(', ')}`, { cause: error })
  }
}

/** Checks one task; a failing select is logged with the task's name and does not stop other tasks. */
const checkOne = async (database: Database, task: RegisteredTask): Promise<RegisteredTask[]> => {
  try {
    return await checkTogether(database, [task])
  } catch (error) {
    if (isConnectionFailure(causeOf(error))) throw error
    task.log.warn({ event: 'task.check_failed', err: error, task: task.name }, 'Check for due work failed; retrying')
    task.isCheckRequested = true
    return []
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

/**
 * Returns the tasks that are due.
 *
 * Checks all in one statement, because one per task would cost several times as much; one by one if that fails, so
 * that a failing select does not stop other tasks. Rejects if the database is unavailable.
 */
const findDue = async (database: Database, tasks: readonly RegisteredTask[]): Promise<RegisteredTask[]> => {
  const [first, ...otherTasks] = tasks
  if (first && otherTasks.length === 0) return checkOne(database, first)
  try {
    return await checkTogether(database, tasks)
  } catch (error) {
    if (isConnectionFailure(causeOf(error))) throw error
  }
  const due: RegisteredTask[] = []
  for (const task of tasks) due.push(...(await checkOne(database, task)))
  return due
}

type Round = {
  tasks: Set<RegisteredTask>
  /** Schedules the next check. */
  scheduleCheck(): void
  stop(): Promise<void>
}

/** One round per database. */
const rounds = new WeakMap<Database, Round>()

const nextCheck = ({ isCheckRequested, notBefore, notAfter }: RegisteredTask): number =>
  isCheckRequested ? notBefore : Math.max(notBefore, notAfter)

const startRound = (database: Database, log: Logger): Round => {
  const tasks: Round['tasks'] = new Set()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined

  const check = async (): Promise<void> => {
    const now = performance.now()
    const idle = [...tasks].filter(({ inFlight, notBefore }) => inFlight === undefined && notBefore <= now)
    if (idle.length === 0) return
    for (const task of idle)
      Object.assign(task, { isCheckRequested: false, notBefore: now + task.pauseMs, notAfter: now + SWEEP_INTERVAL_MS })
    const due = await findDue(database, idle).catch((error: unknown) => {
      for (const task of idle) task.isCheckRequested = true
      throw error
    })
    for (const task of due) {
      task.isCheckRequested = true
      // A task may have been stopped meanwhile.
      if (tasks.has(task)) startTask(task, scheduleCheck)
    }
  }
  const run = async (): Promise<void> => {
    checking ??= runLogged(log, 'check for due tasks', check)
    await checking
    checking = undefined
    scheduleCheck()
  }
  const scheduleCheck = (): void => {
    clearTimeout(timer)
    const idle = [...tasks].filter(({ inFlight }) => inFlight === undefined)
    if (isStopped || checking || idle.length === 0) return
    timer = setTimeout(run, Math.max(0, Math.ceil(Math.min(...idle.map(nextCheck)) - performance.now())))
  }
  const unregister = onWake(database, 'tasks', () => {
    const unrequested = [...tasks].filter(({ isCheckRequested }) => !isCheckRequested)
    for (const task of unrequested) task.isCheckRequested = true
    if (unrequested.length > 0) scheduleCheck()
    return true
  })
  checking = afterEarlierStarts(async () => {
    // Tasks registered one after the other are checked together from the first time on.
    await new Promise(setImmediate)
    if (!isStopped) await runLogged(log, 'check for due tasks', check)
  })
  void run()
  return {
    tasks,
    scheduleCheck,
    async stop() {
      isStopped = true
      unregister()
      clearTimeout(timer)
      await checking
    },
  }
}

/**
 * Runs a task whenever it is due.
 *
 * Checks after each commit that appended or handled an event (`wakeAfterCommit`), at the time of `nextDueAt`, and every
 * 15 seconds; at most every `pauseMs` milliseconds as long as work is found. All tasks of a database are checked
 * together. Each runs by itself, in a trace of its own; a failure is logged, and the next check retries. `stop` waits
 * for work in flight.
 */
export const runDueTasks = (
  { database, log }: { database: Database; log: Logger },
  pauseMs: number,
  task: ScheduledTask,
): BackgroundTask => {
  const round = rounds.get(database) ?? startRound(database, log)
  rounds.set(database, round)
  const registered: RegisteredTask = { ...task, log, pauseMs, isCheckRequested: true, notBefore: 0, notAfter: 0 }
  round.tasks.add(registered)
  round.scheduleCheck()
  return {
    async stop() {
      round.tasks.delete(registered)
      if (round.tasks.size === 0) {
        if (rounds.get(database) === round) rounds.delete(database)
        await round.stop()
      }
      await registered.inFlight
    },
  }
}
