import { fileURLToPath } from 'node:url'

export { CannotPlay } from './cannot-play.ts'
export type { Difference } from './differences.ts'
export { createHttpClient } from './http-client.ts'
export type { RaceDayOptions, RaceDayReport } from './options.ts'
export { playRaceDay } from './play.ts'
export { type Account, type ProductApi, productApi } from './product-api.ts'
export { readRecording, UnusableRecording } from './read-recording.ts'
export type { Recording } from './recording.ts'
export { AnotherWeekendLive } from './stage.ts'

/** The shipped weekend: five categories, twenty races. */
export const shippedRecording = fileURLToPath(new URL('../recordings/derwent-500.json', import.meta.url))
