import Bowser from 'bowser'

/** Longer than the user agent of any browser; the rest is ignored. */
const MAX_USER_AGENT_CHARS = 400
const MAX_DESCRIPTION_CHARS = 100

/** Describes a browser for its user ("Firefox on Windows"); null if the user agent is unknown. */
export const describeBrowser = (userAgent: string | undefined): string | null => {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_CHARS))
  const words = [browser.name, os.name].filter(Boolean).join(' on ')
  return words.slice(0, MAX_DESCRIPTION_CHARS) || null
}
