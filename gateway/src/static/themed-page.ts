import type { Theme } from '@purple-sector/contracts/identity/http'

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign)

/**
 * The page with the theme it is to be painted in, which its first script reads (`web/src/features/theme/scheme.ts`): a
 * script in the page itself would need `unsafe-inline`. `null` is said of visitors and of who has chosen none; of whom
 * nobody knows (undefined) nothing is said, and the browser goes by what it has seen last.
 */
export const themedPage = (page: string, theme: Theme | null | undefined): string =>
  theme === undefined ? page : page.replace('<html', () => `<html data-theme="${escaped(JSON.stringify(theme))}"`)
