import { useDebouncedValue } from '@mantine/hooks'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import type { DraftState } from './draft.ts'
import type { PreviewState } from './impact-panel.tsx'
import { previewQuery } from './results-queries.ts'

/** Rows are moved in a row: asked is once they rest. */
const REST_MS = 500

/** What publishing the draft would change, asked of the server soon after each change. */
export const usePreview = (
  race: Pick<Race, 'id' | 'locked'>,
  { body, canPublish }: DraftState,
  isHeld: boolean,
): PreviewState => {
  const [resting] = useDebouncedValue(body, REST_MS)
  const query = useQuery({ ...previewQuery(race, resting), enabled: canPublish && !isHeld })
  return {
    data: query.data,
    error: query.error,
    isPending: query.isPending,
    isFetching: query.isFetching || body !== resting,
    refetch: () => void query.refetch(),
  }
}
