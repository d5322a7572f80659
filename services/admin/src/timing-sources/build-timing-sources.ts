import type { BackgroundTask, Platform } from '@purple-sector/service-kit'
import type { LiveTimingParts } from '../live-timing/build-live-timing.ts'
import type { SourceDependencies } from './manage-source.ts'
import { natsoftSource } from './natsoft-source.ts'
import { ndjsonSource } from './ndjson-source.ts'
import { runSources } from './run-sources.ts'
import { sourceRoutes } from './source-routes.ts'

type Parts = Pick<Platform, 'database' | 'log'> &
  SourceDependencies & {
    timing: Pick<LiveTimingParts, 'latestTimings' | 'enteredCarsCache' | 'acceptSnapshot'>
    allowPrivate: boolean
  }

/** Composes timing sources: their routes, and the task that runs them. */
export const buildTimingSources = ({ timing, ...parts }: Parts) => ({
  routes: sourceRoutes({
    ...parts,
    latestTimings: timing.latestTimings,
    invalidateEnteredCars: timing.enteredCarsCache.invalidate,
  }),
  task: (): BackgroundTask =>
    runSources({
      ...parts,
      acceptSnapshot: timing.acceptSnapshot,
      adapters: { ndjson: ndjsonSource(), natsoft: natsoftSource() },
    }),
})
