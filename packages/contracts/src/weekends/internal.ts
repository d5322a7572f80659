import { z } from 'zod'
import { carChanged, raceChanged, weekendChanged } from './events.ts'
import { raceSchema, weekendSchema } from './http.ts'

/*
 * What other services and gateways may ask weekends for by `/internal/*`, where waiting for an event is not enough.
 * `sequence` is that of the subject's last event: what was asked and what arrives by events are compared by it.
 */

/** `/internal/races/{id}`: a session as its events tell it; 404 where it never was or is deleted. */
export const raceStateSchema = z.object({ sequence: z.number().int(), data: raceChanged.data })
export type RaceState = z.infer<typeof raceStateSchema>

/** `/internal/cars/{id}`: a car as its events tell it; 404 where it never was or its weekend is deleted. */
export const carStateSchema = z.object({ sequence: z.number().int(), data: carChanged.data })
export type CarState = z.infer<typeof carStateSchema>

/** `/internal/weekends/{id}/state`: the weekend with all its sessions and cars (withdrawn ones too), one snapshot. */
export const weekendStateSchema = z.object({
  weekend: z.object({ sequence: z.number().int(), data: weekendChanged.data }),
  races: z.array(raceStateSchema),
  cars: z.array(carStateSchema),
})
export type WeekendState = z.infer<typeof weekendStateSchema>

/**
 * `/internal/weekends[?weekendId=]`: what a gateway holds of weekends and sessions, one snapshot, in list order; with
 * `weekendId` only that one (an empty list where it is gone).
 */
export const weekendListSchema = z.array(
  z.object({
    weekend: weekendSchema.extend({ sequence: z.number().int() }),
    races: z.array(raceSchema.extend({ sequence: z.number().int() })),
  }),
)
export type WeekendList = z.infer<typeof weekendListSchema>
