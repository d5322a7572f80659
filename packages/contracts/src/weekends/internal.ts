import { z } from 'zod'
import { auditActionSchema } from '../admin/audit.ts'
import { resultPublished } from '../admin/events.ts'
import { defineCall, sequenced } from '../call.ts'
import { idParams } from '../common.ts'
import { sessionLockChanged } from '../tipping/events.ts'
import { carStateData, categoryChanged, raceStateData, seasonChanged, weekendChanged } from './events.ts'
import { raceSchema, weekendFilterQuery, weekendSchema } from './http.ts'

export const weekendStateSchema = sequenced(weekendChanged.data)
export const seasonStateSchema = sequenced(seasonChanged.data)
export const categoryStateSchema = sequenced(categoryChanged.data)
export const raceStateSchema = sequenced(raceStateData)
export type RaceState = z.infer<typeof raceStateSchema>
export const carStateSchema = sequenced(carStateData)
export type CarState = z.infer<typeof carStateSchema>

/** A race as in its events; not found if it never existed or is deleted. */
export const findRaceState = defineCall({
  service: 'weekends',
  method: 'GET',
  path: '/internal/races/:id',
  params: idParams,
  reply: raceStateSchema,
  callers: ['admin'],
  reason:
    'A result may follow the creation of its race at once: race control checks with the owner before it rejects the race as unknown.',
  timeoutMs: 2_000,
})

/** The weekend with all its races and cars (withdrawn ones too), in one snapshot. */
export const wholeWeekendSchema = z.object({
  weekend: weekendStateSchema,
  races: z.array(raceStateSchema),
  cars: z.array(carStateSchema),
})
export type WholeWeekend = z.infer<typeof wholeWeekendSchema>

export const findWholeWeekend = defineCall({
  service: 'weekends',
  method: 'GET',
  path: '/internal/weekends/:id/state',
  params: idParams,
  reply: wholeWeekendSchema,
  callers: ['admin'],
  reason:
    'A car may be entered, or change its driver, just before its result: race control checks with the owner before it rejects the car as unknown, or stores its name.',
  timeoutMs: 2_000,
})

/** Actions of administrators in this service in the last minutes, oldest first. */
export const listRecentAdminActions = defineCall({
  service: 'weekends',
  method: 'GET',
  path: '/internal/recent-admin-actions',
  reply: z.object({ adminActions: z.array(auditActionSchema) }),
  callers: ['admin'],
  reason: 'An administrator who reads the audit log right after a write must find it, before its event has arrived.',
  timeoutMs: 2_000,
})

/** What a gateway caches of weekends and races, in list order, each with the sequence of its last event. */
export const weekendListSchema = z.array(
  z.object({
    weekend: weekendSchema.extend({ sequence: z.number().int() }),
    races: z.array(raceSchema.extend({ sequence: z.number().int() })),
  }),
)
export type WeekendList = z.infer<typeof weekendListSchema>

/** All weekends in one snapshot, or the requested one (an empty list if it is deleted). */
export const listWeekends = defineCall({
  service: 'weekends',
  method: 'GET',
  path: '/internal/weekends',
  query: weekendFilterQuery,
  reply: weekendListSchema,
  callers: ['gateway'],
  reason: 'A gateway starts without any state, and receives only later events.',
})

/** All categories, archived ones too, each with the sequence of its last event, in one snapshot. */
export const listCategories = defineCall({
  service: 'weekends',
  method: 'GET',
  path: '/internal/categories',
  reply: z.array(categoryStateSchema),
  callers: ['gateway', 'admin'],
  reason:
    'A gateway starts without any names, and receives only later events; a report lists all categories in their order.',
})

/**
 * Race control has stored a result and pushes it before it replies. One of a deleted race is ignored.
 */
export const applyResult = defineCall({
  service: 'weekends',
  method: 'POST',
  path: '/internal/races/:id/result',
  params: idParams,
  request: sequenced(resultPublished.data),
  reply: z.object({}),
  callers: ['admin'],
  reason:
    'After the publication of a result, an administrator may reopen or delete its race at once, before the event has arrived.',
  timeoutMs: 2_000,
  isIdempotent: true,
})

/** Race control pushes the lock of a race that it has set at tipping. One of a deleted race is ignored. */
export const applyRaceLock = defineCall({
  service: 'weekends',
  method: 'POST',
  path: '/internal/races/:id/lock',
  params: idParams,
  request: sequenced(sessionLockChanged.data),
  reply: z.object({}),
  callers: ['admin'],
  reason: 'An administrator who set a lock reads it in the list of races at once, before its event has arrived.',
  timeoutMs: 2_000,
})
