import { z } from 'zod'
import { auditActionSchema } from '../admin/audit.ts'
import { categorySchema } from '../categories.ts'
import { defineEvent, weekendKey } from '../event.ts'
import { carStatusSchema, pointsSchema, raceStatusSchema, sessionTypeSchema, weekendStatusSchema } from './http.ts'

/** The present state of a weekend; deletion is a state too. */
export const weekendChanged = defineEvent({
  type: 'weekends.weekend-changed.v1',
  topic: 'weekends',
  data: z.object({
    id: z.number(),
    name: z.string(),
    venue: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    timeZone: z.string(),
    status: weekendStatusSchema,
    isActive: z.boolean(),
    productRaceIds: z.array(z.number()),
    deleted: z.boolean(),
  }),
  subject: (weekend) => `weekend/${weekend.id}`,
  key: (weekend) => weekendKey(weekend.id),
})

/**
 * The present state of a session. `pointsAwarded` is effective. `reopened` counts how often it was reopened:
 * a higher count than the one known lifts the lock, then `startTime` decides (docs/rules.md, Sessions).
 */
export const raceChanged = defineEvent({
  type: 'weekends.race-changed.v1',
  topic: 'weekends',
  data: z.object({
    id: z.number(),
    weekendId: z.number(),
    name: z.string(),
    category: categorySchema,
    sessionType: sessionTypeSchema,
    status: raceStatusSchema,
    startTime: z.string().nullable(),
    pointsAwarded: pointsSchema,
    reopened: z.number(),
    deleted: z.boolean(),
  }),
  subject: (race) => `race/${race.id}`,
  key: (race) => weekendKey(race.weekendId),
})

/** The present state of a car entered in a category of a weekend. */
export const carChanged = defineEvent({
  type: 'weekends.car-changed.v1',
  topic: 'weekends',
  data: z.object({
    id: z.number(),
    weekendId: z.number(),
    category: categorySchema,
    raceId: z.number().nullable(),
    number: z.number(),
    driver: z.string(),
    team: z.string(),
    status: carStatusSchema,
    withdrawn: z.boolean(),
    deleted: z.boolean(),
  }),
  subject: (car) => `car/${car.id}`,
  key: (car) => weekendKey(car.weekendId),
})

/** An administrator did something in the weekends service; race control keeps the audit log. */
export const weekendsAdminActed = defineEvent({
  type: 'weekends.admin-acted.v1',
  topic: 'weekends',
  data: auditActionSchema,
  subject: (action) => `audit/${action.id}`,
  key: (action) => `audit/${action.subject.type}/${action.subject.id}`,
})
