import { useEffect } from 'react'

/** Sets the title of the browser's tab: the page's, and the product's. */
export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title ? `${title} – Purple Sector` : 'Purple Sector'
  }, [title])
}
