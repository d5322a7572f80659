import { notify } from './notify.ts'

const KEPT_AS = 'purple-sector-farewell'

type Words = { title: string; message: string }

/** Leaves for the landing page, which says these words: the page before is gone with its session. */
export const leaveWithFlash = (words: Words, go = (address: string) => window.location.assign(address)): void => {
  sessionStorage.setItem(KEPT_AS, JSON.stringify(words))
  go('/')
}

/** Says what was left to say, once. */
export const setFlash = (): void => {
  const words = sessionStorage.getItem(KEPT_AS)
  if (words === null) return
  sessionStorage.removeItem(KEPT_AS)
  const { title, message }: Words = JSON.parse(words)
  notify({ title, message })
}
