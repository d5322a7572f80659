import type { Category } from '@purple-sector/contracts/weekends/http'
import classes from './category-mark.module.css'

/** Dot in the colour of a category, beside its name. */
export const CategoryMark = ({ category }: { category: Pick<Category, 'colour'> | undefined }) =>
  category ? <span className={classes.mark} style={{ background: category.colour }} aria-hidden="true" /> : null
