const ROOT = '/api/live-timing/races'

/** Key of a race's live timing; the first part is the prefix of all of it. */
export const timingKey = (raceId: number) => [ROOT, raceId] as const

export const historyKey = (raceId: number) => [ROOT, raceId, 'history'] as const

export const potentialPointsKey = (raceId: number) => ['/api/tips/stakes', raceId] as const

/** Keys of data that only frames carry: the running session of a weekend, and whether live timing is paused. */
export const runningKey = (weekendId: number) => ['live timing', 'running', weekendId] as const
export const pausedKey = ['live timing', 'paused'] as const
