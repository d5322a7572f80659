import type { OpenResult } from '@purple-sector/contracts/admin/open-data'
import { type CsvCell, csv } from '@purple-sector/service-kit/data/csv'

const HEADER = [
  'Session',
  'Category',
  'Result',
  'Revision',
  'Published at',
  'Position',
  'Car',
  'Driver',
  'Team',
  'Status',
  'Laps',
  'Best lap (ms)',
  'Gap (ms)',
  'Average speed',
]

const rowsOf = ({ race, status, revision, publishedAt, classification }: OpenResult): CsvCell[][] =>
  classification.map((row) => [
    race.name,
    race.category,
    status,
    revision,
    publishedAt,
    row.position,
    row.plate,
    row.driver,
    row.team,
    row.status,
    row.laps ?? null,
    row.bestLapMs ?? null,
    row.gapMs ?? null,
    row.averageSpeed ?? null,
  ])

/** Writes a line for each car of each result, in the order of the results: some thousands for a weekend. */
export const resultsCsv = (results: readonly OpenResult[]): string => csv(HEADER, results.flatMap(rowsOf))
