import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A file, or what was pasted; `id` tells one from the next. */
export type Source = { id: number } & ({ text: string } | { file: File })

/** The longest text that the server takes as such. */
const MAX_TEXT = 500_000

const bodyOf = (source: Source): FormData | { text: string } => {
  if ('text' in source && source.text.length <= MAX_TEXT) return { text: source.text }
  const form = new FormData()
  form.append('file', 'text' in source ? new File([source.text], 'pasted.txt') : source.file)
  return form
}

/** What the server understands of it, against the cars entered now; nothing is written. */
export const importQuery = (raceId: number, source: Source | null) =>
  queryOptions({
    queryKey: ['/api/admin/races', raceId, 'reading', source?.id] as const,
    queryFn: ({ signal }): Promise<ParsedImport> | null =>
      source && api.post<ParsedImport>(`/api/admin/races/${raceId}/results/read`, bodyOf(source), { signal }),
    enabled: source !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The order of live timing as it would stand in a result; asked at the moment that somebody decides by it. */
export const readTiming = (raceId: number): Promise<ParsedImport> =>
  api.get<ParsedImport>(`/api/admin/races/${raceId}/results/timing`)

/** Anew with every snapshot: it may be another order. */
export const timingImportQuery = (raceId: number, sequence: number) =>
  queryOptions({
    queryKey: ['/api/admin/races', raceId, 'results', 'timing', sequence] as const,
    queryFn: () => readTiming(raceId),
    staleTime: 0,
    gcTime: 0,
  })
