import { useDebouncedValue } from '@mantine/hooks'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import type { DraftState } from '../api/draft.ts'
import { previewQuery } from '../api/results-queries.ts'
import type { PreviewState } from './impact-panel.tsx'

/** Debounce in ms: administrators often move a row several times. */
const DEBOUNCE_MS = 500

/** Fetches the effects of publishing the draft, debounced; nothing while `isPaused`. */
export const usePreview = (
  race: Pick<Race, 'id' | 'locked'>,
  { body, canPublish }: DraftState,
  isPaused: boolean,
): PreviewState => {
  const [debouncedBody] = useDebouncedValue(body, DEBOUNCE_MS)
  const query = useQuery({ ...previewQuery(race, debouncedBody), enabled: canPublish && !isPaused })
  return {
    data: query.data,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching || body !== debouncedBody,
    refetch: () => void query.refetch(),
  }
}
