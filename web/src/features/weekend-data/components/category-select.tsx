import { NativeSelect } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { useSetSearchParameters } from '../../../client/browser/use-set-search-parameters.ts'
import { byCategory } from '../api/category-order.ts'
import { useCategories } from '../api/category-queries.ts'

/** Returns the category id that a list is filtered by, from the URL; null means all. */
export const useCategoryFilter = (): number | null => {
  const [search] = useSearchParams()
  const id = Number(search.get('category'))
  return Number.isInteger(id) && id > 0 ? id : null
}

type Props = {
  items: readonly { categoryId: number; category: string }[]
  /** The category that is selected by default; without it the default is all. */
  first?: number | undefined
  className?: string | undefined
}

/** Filters a list by one of its categories. */
export const CategorySelect = ({ items, first, className }: Props) => {
  const chosenId = useCategoryFilter() ?? first ?? null
  const categories = useCategories()
  const groups = byCategory(items, categories)
  const alone = categories.find(({ id }) => id === chosenId && groups.every((group) => group.id !== id))
  const choose = useSetSearchParameters()
  return (
    <NativeSelect
      className={className}
      flex={{ base: '1 1 100%', sm: '0 1 auto' }}
      w={{ base: '100%', sm: 280 }}
      p={0}
      aria-label="Category"
      value={chosenId === null ? '' : String(chosenId)}
      data={[
        ...(first === undefined ? [{ value: '', label: 'All categories' }] : []),
        ...[...groups, ...(alone ? [alone] : [])].map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) => choose({ category: currentTarget.value })}
    />
  )
}
