/** Everything about live timing begins with it. */
export const TIMING_ROOT = '/api/live-timing'

export const liveTimingKey = [`${TIMING_ROOT}/status`] as const

/** The sources of every weekend begin with this key. */
export const allSourcesKey = [`${TIMING_ROOT}/sources`] as const

/** What came in, of every race. */
export const allFeedsKey = [`${TIMING_ROOT}/races`] as const

/** When it was paused and resumed. */
export const pausesKey = ['/api/admin/audit', 'live-timing'] as const
