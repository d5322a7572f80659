const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into graphemes. */
const charactersOf = (text: string): string[] => [...characters.segment(text)].map(({ segment }) => segment)

/** Truncates a text to `maxLength` graphemes, with an ellipsis. */
export const truncated = (text: string, maxLength: number): string => {
  const parts = charactersOf(text)
  if (parts.length <= maxLength) return text
  return `${parts
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}

/**
 * Sanitizes a user-chosen name for one line of a post.
 *
 * Removes bidirectional and invisible characters, and everything that networks turn into mentions, tags or links.
 */
export const postName = (name: string, maxLength: number): string => {
  const line = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[@\uff20#\uff03$\uff04]/gu, '')
    .replaceAll(/[.\u2024\u3002\uff0e\uff61:\uff1a/\uff0f](?=\S)/gu, '$& ')
    .replaceAll(/ +/gu, ' ')
    .trim()
  return truncated(line, maxLength)
}

/** Characters that the fonts of the images cover: European and Vietnamese letters, digits, punctuation. */
const SUPPORTED =
  /[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0400-\u045f\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122]/gu

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * Returns a name as images can show it, or the fallback if less than half of its letters are covered by the fonts.
 *
 * Compatibility characters (NFKC) become the letters they represent.
 */
export const imageName = (name: string, fallback: string): string => {
  const line = name.normalize('NFKC').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  const supported = (line.match(SUPPORTED) ?? []).join('').replaceAll(/ +/g, ' ').trim()
  const remaining = countLetters(supported)
  return remaining === 0 || remaining * 2 < countLetters(line) ? fallback : supported
}
