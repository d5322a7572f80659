import { badField } from '@purple-sector/service-kit/errors'
import { dictionary } from '@zxcvbn-ts/language-common'

/** The user of the password. */
export type Owner = { email: string; username?: string | null | undefined }

const MIN_LENGTH = 8

/**
 * 17,950 passwords of eight characters and more, of the 49,233 most frequent in leaks (zxcvbn-ts, MIT), in lower case.
 */
const commonPasswords = new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH))

const normalized = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
/** Removes everything but letters and digits: `Purple-Sector` is `purplesector`. */
const lettersAndDigits = (text: string): string => normalized(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Whether a short text is repeated, as in `00000000`, `abcabcabc`, `19901990`, which the list omits. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+$/su.test(text)

/** Whether the text is a sequence such as `abcdefgh` or `987654321`. */
const isSequence = (text: string): boolean => {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return Math.abs(steps[0] ?? 0) === 1 && steps.every((step) => step === steps[0])
}

const isCommon = (text: string): boolean => commonPasswords.has(text) || isRepetition(text) || isSequence(text)

/** Returns why a password is too easy to guess, or undefined if it is acceptable. */
export const weaknessOf = (password: string, { email, username }: Owner): string | undefined => {
  // Untrimmed too: eight spaces are a repetition.
  if (isRepetition(password) || isCommon(normalized(password)))
    return 'That password is too common. Please choose another one.'
  const obviousGuesses = [email, email.slice(0, email.lastIndexOf('@')), username ?? '', 'Purple Sector'].map(
    lettersAndDigits,
  )
  const guess = lettersAndDigits(password)
  if (guess !== '' && obviousGuesses.includes(guess))
    return 'That’s your email, your username or our name. Please choose another password.'
  return undefined
}

/** Throws 400 at the field `password` for a weak password. */
export const rejectWeakPassword = (password: string, owner: Owner): void => {
  const weakness = weaknessOf(password, owner)
  if (weakness !== undefined) throw badField('password', weakness)
}
