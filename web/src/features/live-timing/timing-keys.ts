const ROOT = '/api/live-timing/races'

/** Everything of live timing that is asked for begins with its first part. */
export const timingKey = (raceId: number) => [ROOT, raceId] as const

export const historyKey = (raceId: number) => [ROOT, raceId, 'history'] as const

export const potentialPointsKey = (raceId: number) => ['/api/tips/stakes', raceId] as const

/** Told by frames alone: which session of a weekend runs, and whether live timing is paused. */
export const runningKey = (weekendId: number) => ['live timing', 'running', weekendId] as const
export const pausedKey = ['live timing', 'paused'] as const
