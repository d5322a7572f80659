import type { AuditAction } from '@purple-sector/contracts/admin/audit'
import type { ParsedCall } from '@purple-sector/contracts/call'
import type { syncStates } from '@purple-sector/contracts/tipping/internal'
import {
  carChanged,
  categoryChanged,
  raceChanged,
  weekendChanged,
  weekendsAdminActed,
} from '@purple-sector/contracts/weekends/events'
import type { Transaction } from '@purple-sector/database'
import { entry, outbox, sequenced } from '@purple-sector/messaging'
import type { z } from 'zod'
import { recentActs } from './audit/recent-acts.ts'

/**
 * The states that a write has published, each with the sequence of its event: what tipping is handed after the commit.
 * They are all of one weekend, or of none.
 */
export type Published = { weekendId: number | null; states: ParsedCall<typeof syncStates>['request'] }

type States = {
  categories?: readonly z.infer<typeof categoryChanged.data>[]
  weekend?: z.infer<typeof weekendChanged.data>
  races?: readonly z.infer<typeof raceChanged.data>[]
  cars?: readonly z.infer<typeof carChanged.data>[]
}

/**
 * Publishes what a write has changed, with its lines of the audit log. The weekend is told first: who holds something of
 * one that goes lets all of it go at once. A category is told before what is entered in it.
 */
export const publish = async (
  sql: Transaction,
  weekendId: number,
  { weekend, categories = [], races = [], cars = [] }: States,
  ...acts: readonly AuditAction[]
): Promise<Published> => {
  await outbox(sql).appendMany([
    ...(weekend ? [entry(weekendChanged, weekend)] : []),
    ...categories.map((category) => entry(categoryChanged, category)),
    ...races.map((race) => entry(raceChanged, race)),
    ...cars.map((car) => entry(carChanged, car)),
    ...acts.map((act) => entry(weekendsAdminActed, act)),
  ])
  await recentActs(sql).keep(acts)
  const [told] = weekend ? await sequenced(sql, weekendChanged, [weekend]) : []
  return {
    weekendId,
    states: {
      ...(told && { weekend: told }),
      categories: await sequenced(sql, categoryChanged, categories),
      races: await sequenced(sql, raceChanged, races),
      cars: await sequenced(sql, carChanged, cars),
    },
  }
}

/** Publishes the categories that a write has changed, with its line of the audit log. */
export const publishCategories = async (
  sql: Transaction,
  categories: readonly z.infer<typeof categoryChanged.data>[],
  act: AuditAction,
): Promise<Published> => {
  await outbox(sql).appendMany([
    ...categories.map((category) => entry(categoryChanged, category)),
    entry(weekendsAdminActed, act),
  ])
  await recentActs(sql).keep([act])
  const told = await sequenced(sql, categoryChanged, categories)
  return { weekendId: null, states: { categories: told, races: [], cars: [] } }
}
