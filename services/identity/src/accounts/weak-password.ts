import { badField } from '@purple-sector/service-kit/errors'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Whose password it is to be. */
export type Owner = { email: string; username?: string | null | undefined }

const SHORTEST = 8

/** 17,950 passwords of eight characters and more, out of the 49,233 that leaks show most (zxcvbn-ts, MIT), in lower case. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= SHORTEST))

const inLowerCase = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
/** Letters and digits alone: `Purple-Sector` is `purplesector`. */
const bare = (text: string): string => inLowerCase(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The list has none of these, because they need no list: `00000000`, `abcabcabc`, `19901990`. */
const isReplay = (text: string): boolean => /^(.{1,4})\1+$/su.test(text)

/** `abcdefgh` and `987654321`. */
const isRun = (text: string): boolean => {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0])
}

const isCommon = (text: string): boolean => common.has(text) || isReplay(text) || isRun(text)

/** What anybody would try first: why this password is none, or undefined where nothing speaks against it. */
export const weaknessOf = (password: string, { email, username }: Owner): string | undefined => {
  // Untrimmed, too: eight spaces are one over and over.
  if (isReplay(password) || isCommon(inLowerCase(password)))
    return 'That password is too common. Please choose another one.'
  const known = [email, email.slice(0, email.lastIndexOf('@')), username ?? '', 'Purple Sector'].map(bare)
  const guess = bare(password)
  if (guess !== '' && known.includes(guess))
    return 'That’s your email, your username or our name. Please choose another password.'
  return undefined
}

/** Throws 400 at the field `password`. */
export const refuseWeakPassword = (password: string, owner: Owner): void => {
  const weakness = weaknessOf(password, owner)
  if (weakness !== undefined) throw badField('password', weakness)
}
