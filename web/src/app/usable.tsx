import { useEffect } from 'react'
import { letUse } from './let-use.ts'

/**
 * Says that the page can be used, from where it is taken over last. One that came drawn is inert until then, so that nothing
 * is lost of what is typed into it or pressed on it (`first-tap.ts` keeps the last press).
 */
export const Usable = () => {
  useEffect(() => letUse(), [])
  return null
}
