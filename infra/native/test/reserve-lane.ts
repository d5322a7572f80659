import { lanesOf } from '../src/infrastructure/lanes.ts'

/* Loaded before every distributed suite: what runs beside it has another lane. */
const lane = lanesOf(process.env)[Number(process.env.VITEST_POOL_ID) - 1]
if (lane) Object.assign(process.env, lane)
