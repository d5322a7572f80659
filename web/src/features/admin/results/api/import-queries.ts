import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'

/** A file or pasted text; `id` makes each one unique. */
export type Source = { id: number } & ({ text: string } | { file: File })

/** Maximum length of pasted text, in characters. */
const MAX_TEXT = 500_000

const bodyOf = (source: Source): FormData | { text: string } => {
  if ('text' in source && source.text.length <= MAX_TEXT) return { text: source.text }
  const form = new FormData()
  form.append('file', 'text' in source ? new File([source.text], 'pasted.txt') : source.file)
  return form
}

/** Parses a source on the server against the cars entered now; nothing is stored. */
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

/** Fetches the order of live timing as a classification; uncached, as it is the basis of a decision. */
export const readTiming = (raceId: number): Promise<ParsedImport> =>
  api.get<ParsedImport>(`/api/admin/races/${raceId}/results/timing`)

/** The order of live timing, refetched with every snapshot. */
export const timingImportQuery = (raceId: number, sequence: number) =>
  queryOptions({
    queryKey: ['/api/admin/races', raceId, 'results', 'timing', sequence] as const,
    queryFn: () => readTiming(raceId),
    staleTime: 0,
    gcTime: 0,
  })
