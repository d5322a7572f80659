import type { Database, Transaction } from '@purple-sector/database'
import { type BackgroundTask, type Logger, runDueTasks } from '@purple-sector/service-kit'
import { saveTips } from '../tips/save-tips.ts'
import { tipRepository } from '../tips/tip-repository.ts'
import { decideCopiesOf } from './decide-copies.ts'
import { type CopyMark, DUE_COPIES, openTipRepository } from './open-tip-repository.ts'

/** Fans per transaction: their copies share its locks with tips that fans hand in. */
const BATCH_SIZE = 200
const INTERVAL_MS = 1_000

/** Copies the present open tips of marked fans in a weekend, under the locks with which they tip. */
const copyInWeekend = async (sql: Transaction, weekendId: number, marks: readonly CopyMark[]): Promise<void> => {
  const userIds = [...new Set(marks.map(({ userId }) => userId))]
  await tipRepository(sql, weekendId).lock(userIds)
  const repository = openTipRepository(sql)
  await repository.unmark(marks.map(({ id }) => id))
  const copies = await decideCopiesOf(sql, weekendId, await repository.openTips(weekendId, userIds))
  await saveTips(sql, weekendId, copies.flat())
}

/**
 * Copies open tips into groups that can take them now: the group has opened in the weekend, its rules have changed, or the
 * member has switched on their use. Any number of processes may run it; the marks of a killed one are left to the
 * next. With `userIds` only for these fans.
 */
export const copyOpenTips = async (database: Database, userIds: readonly string[] | null = null): Promise<void> => {
  for (;;) {
    const marks = await openTipRepository(database).marks(userIds, BATCH_SIZE)
    for (const [weekendId, ofWeekend] of Map.groupBy(marks, (mark) => mark.weekendId))
      await database.transaction((sql) =>
        weekendId === null
          ? openTipRepository(sql).unmark(ofWeekend.map(({ id }) => id))
          : copyInWeekend(sql, weekendId, ofWeekend),
      )
    if (marks.length < BATCH_SIZE) return
  }
}

/** Starts the task that copies open tips. */
export const startOpenTipCopies = (dependencies: { database: Database; log: Logger }): BackgroundTask =>
  runDueTasks(dependencies, INTERVAL_MS, {
    name: 'copies of open tips',
    due: DUE_COPIES,
    work: () => copyOpenTips(dependencies.database),
  })
