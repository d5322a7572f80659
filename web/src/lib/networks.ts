const address = (page: string, said: Record<string, string>): string => `${page}?${new URLSearchParams(said)}`

/** Facebook accepts a link, and the text where it still does. */
export const facebookAddress = (link: string, quote?: string): string =>
  address('https://www.facebook.com/sharer/sharer.php', { u: link, ...(quote === undefined ? {} : { quote }) })

/** X appends the link to the text, where the text lacks it. */
export const xAddress = (text: string, url?: string): string =>
  address('https://x.com/intent/post', { text, ...(url === undefined ? {} : { url }) })

export const blueskyAddress = (text: string): string => address('https://bsky.app/intent/compose', { text })
