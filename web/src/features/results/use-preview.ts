import { useDebouncedValue } from '@mantine/hooks'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import type { DraftState } from './draft.ts'
import type { PreviewState } from './impact-panel.tsx'
import { previewQuery } from './results-queries.ts'

/** Debounce in ms: a row is often moved several times. */
const REST_MS = 500

/** Fetches the effects of publishing the draft, shortly after each change. */
export const usePreview = (
  race: Pick<Race, 'id' | 'locked'>,
  { body, canPublish }: DraftState,
  isDebouncing: boolean,
): PreviewState => {
  const [resting] = useDebouncedValue(body, REST_MS)
  const query = useQuery({ ...previewQuery(race, resting), enabled: canPublish && !isDebouncing })
  return {
    data: query.data,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching || body !== resting,
    refetch: () => void query.refetch(),
  }
}
