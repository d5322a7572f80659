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
import { entry, type OutboxEntry, outbox, sequenced } from '@purple-sector/messaging'
import type { z } from 'zod'
import { recentAdminActions } from './audit/recent-admin-action-repository.ts'

/**
 * The states published by a write, each with the sequence of its event; they are pushed to tipping after the commit.
 * All are of one weekend, or of none.
 */
export type Published = { weekendId: number | null; states: ParsedCall<typeof syncStates>['request'] }

type States = {
  categories?: readonly z.infer<typeof categoryChanged.data>[]
  weekend?: z.infer<typeof weekendChanged.data>
  races?: readonly z.infer<typeof raceChanged.data>[]
  cars?: readonly z.infer<typeof carChanged.data>[]
}

/** Appends the events of a write with its audit entries. */
export const appendWithActions = async (
  sql: Transaction,
  entries: readonly OutboxEntry[],
  actions: readonly AuditAction[],
): Promise<void> => {
  await outbox(sql).appendMany([...entries, ...actions.map((action) => entry(weekendsAdminActed, action))])
  await recentAdminActions(sql).record(actions)
}

/**
 * Publishes the changes of a write with its audit entries.
 * The weekend comes first, so that consumers drop a deleted one with all its contents at once. Categories come before
 * their entries.
 */
export const publish = async (
  sql: Transaction,
  weekendId: number,
  { weekend, categories = [], races = [], cars = [] }: States,
  ...actions: readonly AuditAction[]
): Promise<Published> => {
  const entries = [
    ...(weekend ? [entry(weekendChanged, weekend)] : []),
    ...categories.map((category) => entry(categoryChanged, category)),
    ...races.map((race) => entry(raceChanged, race)),
    ...cars.map((car) => entry(carChanged, car)),
  ]
  await appendWithActions(sql, entries, actions)
  const [publishedWeekend] = weekend ? await sequenced(sql, weekendChanged, [weekend]) : []
  return {
    weekendId,
    states: {
      ...(publishedWeekend && { weekend: publishedWeekend }),
      categories: await sequenced(sql, categoryChanged, categories),
      races: await sequenced(sql, raceChanged, races),
      cars: await sequenced(sql, carChanged, cars),
    },
  }
}

/** Publishes changed categories with their audit entry. */
export const publishCategories = async (
  sql: Transaction,
  categories: readonly z.infer<typeof categoryChanged.data>[],
  action: AuditAction,
): Promise<Published> => {
  const entries = categories.map((category) => entry(categoryChanged, category))
  await appendWithActions(sql, entries, [action])
  const publishedWeekend = await sequenced(sql, categoryChanged, categories)
  return { weekendId: null, states: { categories: publishedWeekend, races: [], cars: [] } }
}
