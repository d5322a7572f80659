import type { BackgroundTask, Platform } from '@purple-sector/service-kit'
import type { LiveTimingParts } from '../live-timing/build-live-timing.ts'
import type { SourceDependencies } from './manage-source.ts'
import { natsoftSource } from './natsoft-source.ts'
import { ndjsonSource } from './ndjson-source.ts'
import { runSources } from './run-sources.ts'
import { sourceRoutes } from './source-routes.ts'

type Parts = Pick<Platform, 'database' | 'log'> &
  SourceDependencies & { timing: Pick<LiveTimingParts, 'newest' | 'entered' | 'takeSnapshot'>; allowPrivate: boolean }

/** Who delivers live timing: its routes, and what listens to the sources. */
export const buildTimingSources = ({ timing, ...parts }: Parts) => ({
  routes: sourceRoutes({ ...parts, newest: timing.newest, forget: timing.entered.forget }),
  task: (): BackgroundTask =>
    runSources({
      ...parts,
      takeSnapshot: timing.takeSnapshot,
      adapters: { ndjson: ndjsonSource(), natsoft: natsoftSource() },
    }),
})
