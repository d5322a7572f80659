import { useSearchParams } from 'react-router-dom'
import { useAddressChoice } from '../../lib/use-address-choice.ts'
import { type Filters, filtersOf } from './filters.ts'

type Choice = { chat?: string; person?: string; q?: string }

/** The filters of the address, and the way to choose others; '' is no filter. */
export const useFilters = (): [Filters, (choice: Choice) => void] => {
  const [search] = useSearchParams()
  return [filtersOf(search), useAddressChoice()]
}
