/** For tests that do not depend on the width of the screen: they run on a desktop only. */
export const ANY_SCREEN = { tag: '@any-screen' }
/** For tests with full motion: animations are rendered many times a second. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const
/** For tests that are the same on both screens: they run on a phone, as most fans use one. */
export const ON_A_PHONE = { tag: '@on-a-phone' }

/** A project of Playwright: one kind of screen. */
export type Project = { use: { isMobile?: boolean } }

export const isPhone = ({ use }: Project): boolean => use.isMobile === true

/** The user agent of phones, for which pages are server-rendered differently. */
export const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
