export const liveTimingKey = ['/api/live-timing/status'] as const

/** When it was paused and resumed. */
export const pausesKey = ['/api/admin/audit', 'live-timing'] as const
