import { notify } from './notify.ts'

const KEPT_AS = 'purple-sector-farewell'

type Words = { title: string; message: string }

/** Goes to the landing page, which shows this message: the page before ends with its session. */
export const leaveWithFlash = (words: Words, go = (address: string) => window.location.assign(address)): void => {
  sessionStorage.setItem(KEPT_AS, JSON.stringify(words))
  go('/')
}

/** Shows the pending flash message, if any, and removes it. */
export const setFlash = (): void => {
  const words = sessionStorage.getItem(KEPT_AS)
  if (words === null) return
  sessionStorage.removeItem(KEPT_AS)
  const { title, message }: Words = JSON.parse(words)
  notify({ title, message })
}
