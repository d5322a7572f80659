import type { Reading } from '@purple-sector/contracts/admin/readings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A file, or what was pasted; `id` tells one from the next. */
export type Source = { id: number } & ({ text: string } | { file: File })

/** The longest text that the server takes as such. */
const LONGEST_TEXT = 500_000

const bodyOf = (source: Source): FormData | { text: string } => {
  if ('text' in source && source.text.length <= LONGEST_TEXT) return { text: source.text }
  const form = new FormData()
  form.append('file', 'text' in source ? new File([source.text], 'pasted.txt') : source.file)
  return form
}

/** What the server understands of it, against the cars entered now; nothing is written. */
export const readingQuery = (raceId: number, source: Source | null) =>
  queryOptions({
    queryKey: ['/api/admin/races', raceId, 'reading', source?.id] as const,
    queryFn: ({ signal }): Promise<Reading> | null =>
      source && api.post<Reading>(`/api/admin/races/${raceId}/results/read`, bodyOf(source), { signal }),
    enabled: source !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
