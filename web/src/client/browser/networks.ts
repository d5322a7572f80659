const address = (page: string, parameters: Record<string, string>): string =>
  `${page}?${new URLSearchParams(parameters)}`

/** Facebook accepts a link; its versions differ in whether they also accept the text. */
export const facebookAddress = (link: string, quote?: string): string =>
  address('https://www.facebook.com/sharer/sharer.php', { u: link, ...(quote === undefined ? {} : { quote }) })

/** X appends the link to the text, unless the text contains it. */
export const xAddress = (text: string, url?: string): string =>
  address('https://x.com/intent/post', { text, ...(url === undefined ? {} : { url }) })

export const blueskyAddress = (text: string): string => address('https://bsky.app/intent/compose', { text })
