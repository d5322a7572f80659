import { fileURLToPath } from 'node:url'

export { type Difference, differencesInWords } from './comparison/differences.ts'
export { type FanSocket, openFanSocket } from './fans/fan-socket.ts'
export { createHttpClient, type HttpClient } from './fans/http-client.ts'
export { type Account, type ProductApi, productApi } from './fans/product-api.ts'
export type { RaceDayOptions, RaceDayReport } from './options.ts'
export { speedFor } from './pace.ts'
export { playRaceDay } from './play.ts'
export { PreflightError } from './preflight-error.ts'
export { seededRandom } from './random.ts'
export { readRecording, UnusableRecording } from './recording/read-recording.ts'
export type { Recording } from './recording/recording.ts'
export { playSeason, type SeasonOptions, type SeasonReport } from './season/play-season.ts'
export { type RecordedSeason, readSeason } from './season/recorded-season.ts'
export { AnotherWeekendLive } from './stage.ts'

const shipped = (name: string): string => fileURLToPath(new URL(`../recordings/${name}.json`, import.meta.url))

/** The shipped weekend: six categories, twenty-five races. */
export const shippedRecording = shipped('derwent-500')

/** A shipped day with all the rare cases, and little else. */
export const rareRecording = shipped('tamar-200')

/** A shipped season: two short weekends, one that a storm cancels, and the shipped weekend. */
export const shippedSeason = shipped('island-cup.season')
