/** Of a journey in which the width of the screen plays no role: a desktop's is enough. */
export const ANY_SCREEN = { tag: '@any-screen' }
/** For journeys of people who have not asked for less motion: what moves then is drawn many times a second. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const
/** Of one that is the same on both, and lived on a phone as most people will. */
export const ON_A_PHONE = { tag: '@on-a-phone' }

/** A project of Playwright: people with one kind of screen. */
export type Project = { use: { isMobile?: boolean } }

export const isPhone = ({ use }: Project): boolean => use.isMobile === true

/** As phones call themselves: their pages are drawn for them. */
export const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
