import type { RowStatus } from './classification.ts'

export const ROW_STATUSES = ['classified', 'nc', 'dnf', 'dns', 'dsq', 'out'] as const

export const STATUS_LABELS: Record<RowStatus, string> = {
  classified: 'Classified',
  nc: 'NC',
  dnf: 'DNF',
  dns: 'DNS',
  dsq: 'DSQ',
  out: 'Left out',
}

/** Labels of the statuses, written out. */
export const STATUS_NAMES: Record<RowStatus, string> = {
  classified: 'Classified',
  nc: 'NC, not classified',
  dnf: 'DNF, did not finish',
  dns: 'DNS, did not start',
  dsq: 'DSQ, disqualified',
  out: 'Left out',
}

export const FIELD_LABELS = { laps: 'Laps', bestLap: 'Best lap', gap: 'Gap' } as const
