export type { Cache, Count, Counter } from './cache.ts'
export { createInProcessCache } from './in-process.ts'
export { createRedisCache } from './redis.ts'
