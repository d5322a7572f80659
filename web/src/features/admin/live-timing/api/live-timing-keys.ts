/** Root of all keys of live timing. */
export const TIMING_ROOT = '/api/live-timing'

export const liveTimingKey = [`${TIMING_ROOT}/status`] as const

/** Prefix of the keys of the sources of every weekend. */
export const allSourcesKey = [`${TIMING_ROOT}/sources`] as const

/** Prefix of the keys of every race's feed. */
export const allFeedsKey = [`${TIMING_ROOT}/races`] as const

/** Key of the log of pauses and resumptions. */
export const pausesKey = ['/api/admin/audit', 'live-timing'] as const
