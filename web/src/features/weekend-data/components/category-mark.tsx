import { Box } from '@mantine/core'
import type { Category } from '@purple-sector/contracts/weekends/http'

/** Sheared mark in the colour of a category, beside its name. */
export const CategoryMark = ({ category }: { category: Pick<Category, 'colour'> | undefined }) =>
  category ? (
    <Box
      component="span"
      display="inline-block"
      flex="none"
      w={12}
      h={10}
      mr={9}
      bdrs={1}
      style={{ background: category.colour, transform: 'skewX(-32deg)' }}
      aria-hidden="true"
    />
  ) : null
