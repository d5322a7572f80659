import Bowser from 'bowser'

/** Longer than any browser's; what comes behind is not looked at. */
const MAX_LOOKED_AT = 400
const MAX_KEPT = 100

/** What a browser says of itself, as its owner would call it ("Firefox on Windows"); null where it says nothing known. */
export const browserInWords = (userAgent: string | undefined): string | null => {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LOOKED_AT))
  const words = [browser.name, os.name].filter(Boolean).join(' on ')
  return words.slice(0, MAX_KEPT) || null
}
