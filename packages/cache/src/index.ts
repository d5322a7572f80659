export type { Cache, Count, Counter, DistributedGauge, LatestValues, VersionedValue } from './cache.ts'
export { isNewer } from './cache.ts'
export { createInProcessCache } from './in-process.ts'
export { createRedisCache } from './redis.ts'
