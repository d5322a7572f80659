import { useSearchParams } from 'react-router-dom'
import { useSetSearchParameters } from '../../lib/use-set-search-parameters.ts'
import { type Filters, filtersOf } from './filters.ts'

type Choice = { chat?: string; person?: string; q?: string }

/** The filters of the address, and the way to choose others; '' is no filter. */
export const useFilters = (): [Filters, (choice: Choice) => void] => {
  const [search] = useSearchParams()
  return [filtersOf(search), useSetSearchParameters()]
}
