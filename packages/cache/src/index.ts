export type { Cache, Count } from './cache.ts'
export { createInProcessCache } from './in-process.ts'
export { createRedisCache } from './redis.ts'
