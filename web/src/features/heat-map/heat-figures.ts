import type { HeatMapEntry, HeatZone } from '@purple-sector/contracts/engagement/http'

export type HeatFigures = { drivers: number; zones: Record<HeatZone, number>; average: string }

/** Computes the summary of a list of drivers. */
export const heatFigures = (entries: readonly HeatMapEntry[]): HeatFigures => {
  const zones: Record<HeatZone, number> = { hot: 0, warm: 0, neutral: 0, cool: 0, cold: 0 }
  for (const { heatMapZone } of entries) zones[heatMapZone] += 1
  const sum = entries.reduce((total, { performanceScore }) => total + Number(performanceScore), 0)
  return { drivers: entries.length, zones, average: entries.length === 0 ? '–' : (sum / entries.length).toFixed(1) }
}

const STATUS_LABELS = { classified: '–', nc: 'NC', dnf: 'DNF', dns: 'DNS', dsq: 'DSQ' } as const

/** Formats the latest place: `P4 · Race 1`, `DNF · Race 1`. */
export const formatPlace = ({ status, position, raceName }: Pick<HeatMapEntry, 'status' | 'position' | 'raceName'>) =>
  `${status === 'classified' && position !== null ? `P${position}` : STATUS_LABELS[status]} · ${raceName}`
