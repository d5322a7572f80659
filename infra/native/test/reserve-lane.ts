import { lanesOf } from '../src/infrastructure/lanes.ts'

/* Loaded before every distributed suite: reserves a lane, so that parallel suites use different servers and ports. */
const lane = lanesOf(process.env)[Number(process.env.VITEST_POOL_ID) - 1]
if (lane) Object.assign(process.env, lane)
