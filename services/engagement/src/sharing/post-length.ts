/** Maximum length of a post on X, in its own count. */
export const MAX_POST = 280
/** Length of any link in that count. */
const LINK = 23

/** Whether X counts a code point as one; others (other scripts, emoji) count as two. */
const isLight = (code: number): boolean =>
  code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247)

/** Length of a text as X counts it; an emoji of several code points counts at least as much as there. */
const weighted = (text: string): number =>
  [...text.normalize('NFC')].reduce((sum, character) => sum + (isLight(character.codePointAt(0) ?? 0) ? 1 : 2), 0)

/** Length of a post: text, link and hashtags, separated by spaces. */
export const postLength = ({ content, hashtags }: { content: string; hashtags: readonly string[] }): number =>
  weighted(content) + 1 + LINK + hashtags.reduce((sum, tag) => sum + 2 + weighted(tag), 0)
