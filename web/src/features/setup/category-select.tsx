import { CATEGORIES, type Category } from '@purple-sector/contracts/categories'
import { useSearchParams } from 'react-router-dom'
import { SelectField } from '../../ui/select-field.tsx'
import classes from './category-select.module.css'

/** The category a list is narrowed to, kept in the address; null shows all. */
export const useCategoryFilter = (): Category | null => {
  const [search] = useSearchParams()
  return CATEGORIES.find((category) => category === search.get('category')) ?? null
}

/** Narrows a list to one category. */
export const CategorySelect = ({ categories }: { categories: readonly Category[] }) => {
  const chosen = useCategoryFilter()
  const [, setSearch] = useSearchParams()
  const choose = (category: string) =>
    setSearch(
      (search) => {
        if (category === '') search.delete('category')
        else search.set('category', category)
        return search
      },
      { replace: true },
    )
  return (
    <SelectField
      className={classes.select}
      label={<span className="ps-hidden">Category</span>}
      placeholder="All categories"
      value={chosen ?? ''}
      options={CATEGORIES.filter((category) => category === chosen || categories.includes(category)).map(
        (category) => ({ value: category, label: category }),
      )}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
}
