// Built as /scheme.js, which the page waits for: whatever is painted is painted in the theme of whoever looks at it.
import { paintTheme, rememberTheme, themeOfPage } from './paint-theme.ts'

const theme = themeOfPage()
rememberTheme(theme)
paintTheme(theme)
