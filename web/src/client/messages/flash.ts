import { notify } from './notify.ts'

const STORAGE_KEY = 'purple-sector-farewell'

type Message = { title: string; message: string }

/** Goes to the landing page, which shows this message: the page before ends with its session. */
export const leaveWithFlash = (
  flash: Message,
  navigate = (address: string) => window.location.assign(address),
): void => {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(flash))
  navigate('/')
}

/** Shows the pending flash message, if any, and removes it. */
export const showFlash = (): void => {
  const flash = sessionStorage.getItem(STORAGE_KEY)
  if (flash === null) return
  sessionStorage.removeItem(STORAGE_KEY)
  const { title, message }: Message = JSON.parse(flash)
  notify({ title, message })
}
