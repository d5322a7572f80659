import { useSearchParams } from 'react-router-dom'
import { useSetSearchParameters } from '../../../../client/browser/use-set-search-parameters.ts'
import { type Filters, filtersOf } from '../api/filters.ts'

type Choice = { chat?: string; person?: string; q?: string }

/** Returns the filters from the URL, and a function that changes them; '' removes a filter. */
export const useFilters = (): [Filters, (choice: Choice) => void] => {
  const [search] = useSearchParams()
  return [filtersOf(search), useSetSearchParameters()]
}
