import { gauge } from '@purple-sector/metrics'
import type { SourceListening } from './listen-to-source.ts'

const STATES = ['connecting', 'receiving', 'failing'] as const

/** Sets the metrics of the sources that this process reads. */
export const collectSources = (sources: readonly Pick<SourceListening, 'lastSnapshotAt' | 'report'>[]): void => {
  const states = sources.map((source) => source.report().state)
  for (const state of STATES)
    gauge('live_timing_sources').set({ state }, states.filter((other) => other === state).length)
  const arrivals = sources.flatMap((source) => source.lastSnapshotAt() ?? [])
  gauge('live_timing_snapshot_age_seconds').set(Math.max(0, ...arrivals.map((at) => Date.now() - at.getTime())) / 1_000)
}
