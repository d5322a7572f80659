/** How long a post on X may be, by its own count. */
export const MAX_POST = 280
/** Every link counts as this many there, however long it is. */
const LINK = 23

/** X counts a character of these ranges as one, every other (other scripts, emoji) as two. */
const isLight = (code: number): boolean =>
  code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247)

/** The length of a text as X counts it; an emoji of several code points counts no less than it does there. */
const weighted = (text: string): number =>
  [...text.normalize('NFC')].reduce((sum, character) => sum + (isLight(character.codePointAt(0) ?? 0) ? 1 : 2), 0)

/** The length of a post: text, link and hashtags, each parted by a space. */
export const postLength = ({ content, hashtags }: { content: string; hashtags: readonly string[] }): number =>
  weighted(content) + 1 + LINK + hashtags.reduce((sum, tag) => sum + 2 + weighted(tag), 0)
